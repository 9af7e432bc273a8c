# 叫牌

auction-title = **叫牌**：輪流叫一次，只能越叫越高，叫「滅三家」立即成交。
auction-deal-again = 沒有人叫，重新發牌（第 { $deal } 副）。
auction-due = **輪到叫牌** { $when }
auction-waiting = 等候
auction-hint = 你的牌用私訊送到；沒收到就按「看我的牌」。
called = 已叫牌。

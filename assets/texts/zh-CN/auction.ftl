# 叫牌

auction-title = **叫牌**：轮流叫一次，只能越叫越高，叫“灭三家”立即成交。
auction-deal-again = 没有人叫，重新发牌（第 { $deal } 副）。
auction-due = **轮到叫牌** { $when }
auction-waiting = 等候
auction-hint = 你的牌用私信发给你；没收到就按“看我的牌”。
called = 已叫牌。

# 布陣

deployment-title = **布陣**：莊家 { $player }，{ $contract }。
deployment-marched = ✅ 已出征
deployment-deploying = 布陣中 { $when }
deployment-hint = 在私訊或按「我的布陣」調整，好了就按「出征」。
marched = 已出征，等其他人。

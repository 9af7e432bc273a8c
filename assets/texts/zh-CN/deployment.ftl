# 布阵

deployment-title = **布阵**：庄家 { $player }，{ $contract }。
deployment-marched = ✅ 已出征
deployment-deploying = 布阵中 { $when }
deployment-hint = 在私信或按“我的布阵”调整，好了就按“出征”。
marched = 已出征，等其他人。

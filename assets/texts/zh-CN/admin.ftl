# 设置

config = **设置**：基本分 { $base_score }　·　默认步调：{ $pace }　·　至少 { $people } 位真人才计分。新开的桌才会用新的设置。

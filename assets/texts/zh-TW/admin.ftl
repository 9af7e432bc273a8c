# 設定

config = **設定**：基本分 { $base_score }　·　預設步調：{ $pace }　·　至少 { $people } 位真人才計分。新開的桌才會用新的設定。

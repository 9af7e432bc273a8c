# 結束

over-bid = 莊家 { $player }，{ $contract }　·　共 { $plies } 步
over-settled = • { $player }：**{ $points }**　→　總分 { $total }（{ $level }）
over-points = • { $player }：{ $points }（不列入排行）
over-no-points = • { $player }：不計分
over-secret = 秘密：`{ $secret }`
    種子：`{ $seed }`
    附上的紀錄檔可用 `junqi verify` 驗證發牌與每一步。
rematch-opened = 第 { $table } 桌（再來一局）在 { $where } 開好了：座位不變，請原班人馬在新訊息按「入座」。

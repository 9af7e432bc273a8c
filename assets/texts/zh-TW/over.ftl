# 結束

over-bid = 莊家 { $player }，{ $contract }　·　共 { $plies } 步
over-settled = • { $player }：**{ $points }**　→　總分 { $total }（{ $level }）
over-points = • { $player }：{ $points }（不列入排行）
over-no-points = • { $player }：不計分
over-promoted = ⬆ **升為{ $level }**
over-demoted = ⬇ 降為{ $level }
over-film = 第 { $table } 桌的重播動畫：從布陣到結束共 { $plies } 步，每一步都標出起點和終點，所有棋子都亮出來。結果：{ $result }。文字版的每一步在紀錄檔裡。
over-secret = 秘密：`{ $secret }`
    種子：`{ $seed }`
    附上的紀錄檔可用 `junqi verify` 驗證發牌與每一步。
rematch-opened = 第 { $table } 桌（再來一局）在 { $where } 開好了：座位不變，請原班人馬在新訊息按「入座」。

# 结束

over-bid = 庄家 { $player }，{ $contract }　·　共 { $plies } 步
over-settled = • { $player }：**{ $points }**　→　总分 { $total }（{ $level }）
over-points = • { $player }：{ $points }（不列入排行）
over-no-points = • { $player }：不计分
over-promoted = ⬆ **升为{ $level }**
over-demoted = ⬇ 降为{ $level }
over-film = 第 { $table } 桌的回放动画：从布阵到结束共 { $plies } 步，每一步都标出起点和终点，所有棋子都亮出来。结果：{ $result }。文字版的每一步在记录文件里。
over-secret = 秘密：`{ $secret }`
    种子：`{ $seed }`
    附上的记录文件可用 `junqi verify` 验证发牌与每一步。
rematch-opened = 第 { $table } 桌（再来一局）在 { $where } 开好了：座位不变，请原班人马在新消息按“入座”。

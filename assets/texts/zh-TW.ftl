# 繁體中文。鍵以用處分組；每個鍵在每種語言都有，參數也相同。

## 牌桌與玩家
heading = ## 軍棋三打一　第 { $table } 桌
computer-random = 電腦（隨意）
computer-simple = 電腦
contract = 滅{ $number ->
    [1] 一
    [2] 二
   *[3] 三
}家
call-pass = 不叫

## 步與結果
outcome-moved = 移動
outcome-attacker-won = 吃子
outcome-defender-won = 攻方陣亡
outcome-both-removed = 同歸於盡
outcome-flag-fell = 奪得軍旗
outcome-flag-fell-to-bomb = 炸毀軍旗
eliminated-flag-fell = 軍旗被奪
eliminated-nothing-can-move = 已無可動之子
eliminated-no-legal-move = 輪到時無子可走
eliminated-self-destructed = 自爆
eliminated-deserted = 逃跑
result-declarer-made = 莊家達成，莊家勝
result-declarer-failed = 莊家覆滅，閒家勝
result-draw-agreed = 協議和棋
result-draw-by-length = 滿五百步，和棋
result-passed-out = 三副牌都無人叫，散桌
result-void = 叫牌時有人逃跑，此局作廢
result-stopped = 管理員終止此局，不計分
request-draw = 和棋
request-self-destruct = 自爆
line-moved = 第 { $ply } 步　{ $player } { $from } → { $to }：{ $outcome }
line-eliminated = ☠ { $player } 出局：{ $how }
line-turn-skipped = ⏱ { $player } 逾時，跳過
line-absent = 💤 { $player } 暫離
line-returned = { $player } 回來了
line-deserted = 🏃 { $player } 逃跑了
line-asked = { $player } 提出{ $request }
line-vote-carried = 表決通過
line-vote-refused = 表決不通過
line-vote-unanswered = 有人未答，表決不通過
line-vote-void = 表決作廢

## 大廳
lobby-invitation = 等四位玩家入座。找不齊人，開桌者可加電腦。
lobby-opener = { $name }（開桌）
lobby-free = *空位*
lobby-settings = 基本分 { $base_score }　·　步調：{ $pace }　·　至少 { $people } 位真人才計分
lobby-commitment = 發牌承諾（SHA-256）：`{ $commitment }`
pace-original = 原味（走棋 20 秒）
pace-relaxed = 從容（走棋 60 秒）
pace-slow = 慢棋（走棋 24 小時）
pace-other = 走棋 { $seconds } 秒
closed-by-opener = 開桌者已關桌。
closed-by-manager = 管理員已關桌。
closed-idle = 太久沒有動靜，已關桌。
closed-empty = 人都走了，已關桌。用 `/junqi start` 再開一桌。
started = 第 { $table } 桌開好了，請其他人按「入座」。
joined = 已入座。
left = 已離座。

## 按鈕
button-join = 入座
button-leave = 離座
button-start = 開始
button-add-computer = 加電腦
button-remove-computer = 減電腦
button-close = 關桌
button-rules = 規則
button-my-pieces = 看我的牌
button-my-deployment = 我的布陣
button-move = 走棋
button-my-view = 我的視角
button-offer-draw = 提和
button-self-destruct = 自爆
button-agree = 同意
button-refuse = 不同意
button-front = 前方
button-rear = 後方
button-centre = 中央
button-shuffle = 換一個陣
button-mirror = 左右對調
button-march = 出征
button-refresh = 更新
button-desert = 確定逃跑
button-rematch = 再來一局
button-leaderboard = 排行榜
button-previous = 上一頁
button-next = 下一頁

## 叫牌
auction-title = **叫牌**：輪流叫一次，只能越叫越高，叫「滅三家」立即成交。
auction-deal-again = 沒有人叫，重新發牌（第 { $deal } 副）。
auction-due = **輪到叫牌** { $when }
auction-waiting = 等候
auction-hint = 你的牌用私訊送到；沒收到就按「看我的牌」。
called = 已叫牌。

## 布陣
deployment-title = **布陣**：莊家 { $player }，{ $contract }。
deployment-marched = ✅ 已出征
deployment-deploying = 布陣中 { $when }
deployment-hint = 在私訊或按「我的布陣」調整，好了就按「出征」。
marched = 已出征，等其他人。

## 戰鬥
battle-title = 莊家 { $player }，{ $contract }　·　已走 { $plies } 步
battle-turn = ▶ 輪到 **{ $player }** { $when }
battle-waits = 💤 等 **{ $player }** 回來，逾時算逃跑 { $when }
battle-vote-open = 🗳 表決中，暫停走棋 { $when }
ping-call = { $who } 輪到你叫牌 { $when }
ping-move = { $who } 輪到你走棋 { $when }
ping-vote = { $who } 請表決 { $when }
ping-absent = { $who } 大家在等你，按任何按鈕就算回來 { $when }
vote-asks = **{ $player }** 提出{ $request }，{ $when } 截止，未答算不同意。
vote-agreed = 同意
vote-refused = 不同意
vote-open = 未答
answered = 已表決。
confirmed = 已提出。
confirm-draw = 要向其他仍在局中的玩家提和嗎？每人每局共五次請求。
confirm-self-destruct = 確定要自爆嗎？你的棋子會全部離場；閒家須得其他閒家同意。
confirm-desert = 確定要離開嗎？這算**逃跑**：你立即出局，贏了也不得分，還可能替隊友付分。
deserted = 你逃跑了，這一局與你無關了。

## 個人視角
view-lobby = 這一桌還沒開始。
view-spectator-auction = 叫牌中。旁觀者看不到任何人的牌。
view-spectator-deployment = 布陣中。旁觀者看不到任何人的陣。
view-spectator = 旁觀視角：
view-over = 這一局已經結束。
view-hand = { $player }，這是你的二十張牌（只有你看得到）。
view-deployment-declarer = { $player }，你是**莊家**：三十九個位置都歸你布。限時 { $when }
view-deployment-defender = { $player }，你是**閒家**：地雷只能在後兩排，炸彈不能在最前排。限時 { $when }
view-marched = ✅ 已出征，布陣不能再改。
view-first-chosen = 已選 **{ $point } { $piece }**，再選另一個位置就對調。
view-no-move = ⚠ 這個陣開戰時一步都走不了，等於直接輸掉：請讓最前面或中央有能走的子。
view-your-turn = ▶ **輪到你走棋** { $when }
select-first = 選第一個棋子
select-second = 選第二個，立即對調
select-piece = 選要走的棋子
select-destination = { $point } 走到哪裡
select-more = 更多……（第 { $page }／{ $pages } 頁）
option-piece = { $point } { $piece }（{ $ways } 種走法）
option-empty = { $point }　空
option-enemy = { $point }　攻擊{ $seat }家
option-flag = { $point }　奪{ $seat }家軍旗
direct-greeting = 你坐上了第 { $table } 桌。開局後你的牌會送到這裡。
direct-closed = 你關了私訊，所以牌送不到；開局後按頻道裡的「看我的牌」「我的布陣」就行，只有你看得到。
direct-in-channel = 戰鬥在頻道裡進行：{ $where }

## 結束
over-bid = 莊家 { $player }，{ $contract }　·　共 { $plies } 步
over-settled = • { $player }：**{ $points }**　→　總分 { $total }（{ $level }）
over-points = • { $player }：{ $points }（不列入排行）
over-no-points = • { $player }：不計分
over-secret = 秘密：`{ $secret }`
    種子：`{ $seed }`
    附上的紀錄檔可用 `junqi verify` 驗證發牌與每一步。
rematch-opened = 第 { $table } 桌（再來一局）開好了：座位不變，請原班人馬在新訊息按「入座」。

## 排行榜
leaderboard-title = ## 排行榜
leaderboard-empty = 這裡還沒有計分的對局。用 `/junqi start` 開一桌吧。
leaderboard-line = { $place }. **{ $name }**　{ $total } 分（{ $level }）　{ $games } 局 { $won } 勝{ $desertions ->
    [0] {""}
   *[other] 　逃跑 { $desertions } 次
}
leaderboard-own = 你的名次：{ $line }
page-of = 第 { $page }／{ $pages } 頁

## 規則
rules-aim = ## 規則：目標
    四人一桌，先叫牌。叫得最高的人是**莊家**，獨自對抗三位結盟的**閒家**。
    莊家叫「滅一家／二家／三家」，就要讓那麼多位閒家出局；莊家自己出局就輸了。
    每人先拿到一面軍旗和十九張牌，只看得到自己的。叫牌只有一輪，要叫就要比前面高，叫三家立即成交。四人都不叫就重新發牌，連三副無人叫就散桌。
    莊家再從底牌拿十九張，共三十九子；閒家各得五個排長，共二十五子。
rules-pieces = ## 規則：棋子
    由大到小：元帥（莊家專有）、司令、軍長、師長、旅長、團長、營長、連長、排長、工兵。
    炸彈：碰到什麼都同歸於盡。地雷、軍旗、堡壘（莊家專有）不能走。飛彈（莊家專有）像工兵一樣在鐵路上轉彎。
rules-deployment = ## 規則：布陣
    閒家布在自己的二十五個點（行營空著）：軍旗在大本營，地雷在後兩排，炸彈不在最前排。
    莊家布在自己的三十個點和中央九個點：軍旗在大本營，其餘隨意。
    莊家限時九十秒、閒家一百秒（步調可改）。「出征」表示好了，不能反悔；時間到就照當時的陣。
    開戰時閒家軍旗的位置公開；莊家的軍旗到結束才公開。
rules-moving = ## 規則：走棋
    莊家先走，逆時針輪流：南、東、北、西。公路一次一格；鐵路上前面沒有子就能一直走，工兵和飛彈可以轉彎，其他子只能走同一條線（四個弧線算一條線）。
    行營裡的子不能攻擊；進了大本營就不能再出來。不能走到自己人身上，三位閒家是一邊。沒有「不走」，逾時就跳過。
rules-combat = ## 規則：戰鬥
    大吃小，同級同歸於盡，只公布結果，不公布是什麼子。
    炸彈：同歸於盡。地雷：工兵挖掉，炸彈、飛彈同歸於盡，其他子撞上去陣亡。堡壘：炸彈同歸於盡，其他陣亡。
    飛彈：勝營長以下，與團長以上同歸於盡，不論誰攻誰。軍旗：被任何子攻擊就倒，炸彈用掉。
rules-end = ## 規則：出局與計分
    軍旗倒、再也沒有能動的子、輪到時無子可走、自爆或逃跑，就出局，棋子全部離場。
    走滿五十步後可以提和或自爆，每人共五次。連續三次逾時算暫離，大家總共等他五分鐘，用完算逃跑。
    莊家達成滅 k 家：莊家得 3k，閒家各失 k；莊家覆滅則相反。滿五百步或協議和棋：滅了至少 k−1 家不計分，少一家莊家就賠一份給每位閒家。單位是基本分。
    逃跑的人不得分；隊友因此輸分，由第一個逃跑的閒家代付。

## 說明為何不行
refused-stale = 這個按鈕已經過時了，現在的情況如下（或請按「更新」）。
refused-not-a-player = 你不在這一桌。想看的話按「我的視角」；想玩的話用 `/junqi start` 開一桌。
refused-not-the-opener = 只有開桌的人能這樣做。
refused-full = 四個位子都滿了。
refused-places-free = 還差 { $missing } 個人，可以按「加電腦」補滿。
refused-already-here = 你已經坐在這一桌了。
refused-seated-elsewhere = 你還在第 { $table } 桌，先在那裡離座或打完。
refused-nobody-such = 沒有可以移走的對象。
refused-already-begun = 這一局已經開始了。
refused-not-begun = 這一局還沒有開始。
refused-over = 這一桌已經結束了。
refused-store = 抱歉，我們這邊出錯了（編號 { $error_id }），什麼都沒有改變，請再試一次。
refused-busy = 這一桌一時太忙，請再按一次。
refused-wrong-phase = 現在不是做這件事的時候。
refused-not-your-turn = 還沒輪到你，現在是{ $seat }家。
refused-call-too-low = 要叫就要比滅 { $number } 家更高，不然就不叫。
refused-already-marched = 你已經出征了，布陣不能再改。
refused-no-own-piece = { $point } 沒有你的棋子。
refused-immobile = { $point } 的棋子不能移動。
refused-in-headquarters = { $point } 是大本營，裡面的棋子不能再出來。
refused-own-side = { $point } 是自己人。
refused-protected-by-camp = { $point } 是行營，裡面的棋子不能攻擊。
refused-no-way = { $from } 走不到 { $to }：公路一次一格，鐵路要暢通，只有工兵和飛彈能轉彎。
refused-vote-open = 表決中不能走棋，請先等表決結束。
refused-request-open = 已有一個請求在表決，等它結束再提。
refused-too-early = 走滿 50 步才能提出，現在是 { $played } 步。
refused-no-requests-left = 你這一局的五次請求用完了。
refused-no-vote = 現在沒有表決。
refused-not-asked = 這次表決沒有問你。
refused-already-answered = 你已經表決過了。
refused-eliminated = 你已經出局了，可以按「我的視角」旁觀。
refused-no-change = 這樣做不會改變什麼。
refused-no-table = 這裡沒有牌桌。用 `/junqi start` 開一桌。
refused-no-lobby = 這個頻道沒有等人入座的桌。用 `/junqi start` 開一桌。
refused-no-point = 「{ $text }」不是棋盤上的點。點的名字像 `G6`、`A7`、`I9`。
refused-only-in-servers = 這個要在伺服器的頻道裡用。
refused-permissions = 我在這個頻道缺少權限：{ $missing }。請管理員到「編輯頻道 → 權限」給我的身分組。
refused-manage-server = 需要「管理伺服器」權限。
refused-config = 數值超出範圍：基本分 1 到 1000，真人數 1 到 4。
refused-foreign-button = 這個按鈕不是現在這個版本做的，請用 `/junqi board` 打開新的。
refused-bad-option = 指令的選項不對，請重新打一次，從清單裡選。
refused-unknown-command = 沒有這個指令，可能剛更新過。請重新載入 Discord 再試。
refused-our-fault = 抱歉，我們這邊出錯了，什麼都沒有改變，請再試一次。
permission-view-channel = 檢視頻道
permission-send-messages = 發送訊息
permission-attach-files = 附加檔案
layout-foreign-point = { $point } 不是你布陣的範圍。
layout-empty-point = { $point } 空著。
layout-flag = 軍旗只能放在大本營，{ $point } 不是。
layout-mine = 地雷只能放在後兩排，{ $point } 不是。
layout-bomb = 炸彈不能放在最前排 { $point }。
layout-count = { $piece }的數目不對。

## 設定
config = **設定**：基本分 { $base_score }　·　預設步調：{ $pace }　·　至少 { $people } 位真人才計分。新開的桌才會用新的設定。

## 指令（名稱用小寫，不可有空格）
command-junqi-name = 軍棋
command-junqi-about = 軍棋三打一
command-start-name = 開桌
command-start-about = 在這個頻道開一桌
command-start-pace-name = 步調
command-start-pace-about = 時限的長短
command-start-pace-choice-original = 原味
command-start-pace-choice-relaxed = 從容
command-start-pace-choice-slow = 慢棋
command-start-computers-name = 電腦
command-start-computers-about = 一開始就坐幾個電腦
command-start-level-name = 程度
command-start-level-about = 電腦的程度
command-start-level-choice-random = 隨意
command-start-level-choice-simple = 普通
command-join-name = 入座
command-join-about = 坐上這個頻道的桌
command-leave-name = 離開
command-leave-about = 離座；在對局中會先問一次
command-call-name = 叫牌
command-call-about = 輪到你時叫牌
command-call-contract-name = 叫什麼
command-call-contract-about = 不叫，或滅幾家
command-call-contract-choice-pass = 不叫
command-call-contract-choice-1 = 滅一家
command-call-contract-choice-2 = 滅二家
command-call-contract-choice-3 = 滅三家
command-march-name = 出征
command-march-about = 布陣好了，不能反悔
command-swap-name = 對調
command-swap-about = 對調你的兩個棋子
command-swap-a-name = 一
command-swap-a-about = 第一個點，例如 G1
command-swap-b-name = 二
command-swap-b-about = 第二個點，例如 H2
command-deploy-name = 布陣
command-deploy-about = 打開你的布陣
command-vote-name = 表決
command-vote-about = 回答別人的請求
command-vote-answer-name = 答覆
command-vote-answer-about = 同意或不同意
command-vote-answer-choice-agree = 同意
command-vote-answer-choice-refuse = 不同意
command-move-name = 走棋
command-move-about = 走一步棋
command-move-from-name = 從
command-move-from-about = 棋子所在的點，例如 G6
command-move-to-name = 到
command-move-to-about = 要走到的點，例如 G7
command-board-name = 棋盤
command-board-about = 你現在看得到的局面
command-board-text-name = 文字
command-board-text-about = 用文字而不用圖
command-draw-name = 提和
command-draw-about = 向其他玩家提和
command-self-destruct-name = 自爆
command-self-destruct-about = 放棄自己的軍隊
command-leaderboard-name = 排行榜
command-leaderboard-about = 這個伺服器的分數和級別
command-rules-name = 規則
command-rules-about = 怎麼玩
command-junqi-admin-name = 軍棋管理
command-junqi-admin-about = 軍棋三打一的管理
command-config-name = 設定
command-config-about = 設定或查看基本分和步調
command-config-base-score-name = 基本分
command-config-base-score-about = 一份的分數，1 到 1000
command-config-pace-name = 步調
command-config-pace-about = 沒有指定時的步調
command-config-pace-choice-original = 原味
command-config-pace-choice-relaxed = 從容
command-config-pace-choice-slow = 慢棋
command-config-people-to-count-name = 真人數
command-config-people-to-count-about = 至少幾位真人才計分，1 到 4

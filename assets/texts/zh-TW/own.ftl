# 個人設定與資料

settings-title = **你的設定**，在每個伺服器都有效。
language-auto = 語言：跟我的 Discord 相同
language-zh-tw = 繁體中文
language-zh-cn = 简体中文
language-en = English
pings-always = 通知：輪到我就通知
pings-long = 通知：有十分鐘以上時才通知
pings-never = 通知：不要通知
delivery-direct = 我的牌：也用私訊送來
delivery-channel = 我的牌：只在頻道裡看
confirmation-at-once = 走棋：選好就走
confirmation-ask = 走棋：先讓我確認
privacy = ## 我記下了你的什麼
    • 你的使用者編號，和你入座時顯示的名字。
    • 你玩過的桌：在哪裡、什麼時候、每一次叫牌、布陣和走棋。
    • 你在各伺服器的分數、級別和逃跑次數，你存的陣，你在這裡的設定。
    • 如果你管理伺服器：你改過哪些設定、什麼時候改的。
    我不讀聊天內容，也不把資料交給別人。對局進行中只有你看得到你的棋子；結束後同桌的人可以看到整局。
    伺服器把我移除後，它的所有資料會在 { $kept }後刪除；在那之前請我回來就都還在。
    {""}**清除**會刪掉你的設定和存的陣，並在所有對局和分數裡換成一個無名的代號：對局仍然可以重播和驗證，別人的分數也不會變。留下的只有對局所需：哪一家走了什麼，以及入座時那次按鍵的編號，它不指向任何人。已經在 Discord 裡的訊息會留在那裡。
button-export = 取出我的資料
button-erase = 清除我的資料……
button-erase-yes = 確定全部清除
export = 我所記下關於你的一切，都在這個檔案裡。只有你看得到這則訊息。
confirm-erase = 要清除我在所有伺服器記下關於你的一切嗎？分數、級別、存的陣和設定都會永遠消失。再玩就從頭開始。
erased = 清除好了：我這裡已經沒有什麼指向你了。
refused-erase-playing = 你還在第 { $table } 桌，先在那裡離座或打完，再來清除。
days = { $days } 天

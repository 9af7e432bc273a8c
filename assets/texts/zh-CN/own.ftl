# 个人设置与数据

settings-title = **你的设置**，在每个服务器都有效。
language-auto = 语言：与我的 Discord 相同
language-zh-tw = 繁體中文
language-zh-cn = 简体中文
language-en = English
pings-always = 通知：轮到我就通知
pings-long = 通知：有十分钟以上时才通知
pings-never = 通知：不要通知
delivery-direct = 我的牌：也用私信发来
delivery-channel = 我的牌：只在频道里看
confirmation-at-once = 走棋：选好就走
confirmation-ask = 走棋：先让我确认
privacy = ## 我保存了你的哪些数据
    • 你的用户 ID，和你入座时显示的名字。
    • 你玩过的桌：在哪里、什么时候、每一次叫牌、布阵和走棋。
    • 你在各服务器的分数、级别和逃跑次数，你保存的阵型，你在这里的设置。
    • 如果你管理服务器：你改过哪些设置、什么时候改的。
    我不读聊天内容，也不把数据交给别人。对局进行中只有你能看到你的棋子；结束后同桌的人可以看到整局。
    服务器把我移除后，它的全部数据会在 { $kept }后删除；在那之前把我请回来，数据就都还在。
    {""}**清除**会删掉你的设置和保存的阵型，并在所有对局和分数里换成一个无名的代号：对局仍然可以回放和验证，别人的分数也不会变。留下的只有对局所需：哪一家走了什么，以及入座时那次点击的编号，它不指向任何人。已经发到 Discord 的消息会留在那里。
button-export = 导出我的数据
button-erase = 清除我的数据……
button-erase-yes = 确定全部清除
export = 我保存的关于你的一切，都在这个文件里。只有你能看到这条消息。
confirm-erase = 要清除我在所有服务器保存的关于你的一切吗？分数、级别、阵型和设置都会永久消失。再玩就从头开始。
erased = 清除完成：我这里已经没有任何数据指向你了。
refused-erase-playing = 你还在第 { $table } 桌，先在那里离座或打完，再来清除。
days = { $days } 天

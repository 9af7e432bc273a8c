// The page's own words, in the language of the user whom the tab acts as.

const WORDS = {
  'en': {
    'act-as': 'Act as {name}', 'act-as-title': 'Act as', 'choose-user': 'Whom do you want to act as?',
    'choose-hint': 'Each window acts as one user. Open two side by side to be two people.',
    'new-window': 'Open as {name} in a new window', 'new-user-name': 'Name of the new user', 'add': 'Add',
    'servers': 'Servers', 'direct-messages': 'Direct messages', 'channels': 'Channels', 'text-channels': 'Text channels', 'archived': 'archived', 'locked': 'locked',
    'members': 'Members', 'bots': 'Apps', 'show-members': 'Show members', 'show-channels': 'Show channels', 'owner': 'Owner', 'you': 'you', 'app': 'APP', 'manages': 'May manage the server',
    'settings': 'Settings of {name}', 'settings-short': 'User settings', 'language': 'Language', 'take-dms': 'Take direct messages', 'take-dms-hint': 'Off: the bot is told that this user takes none.',
    'manage-server': 'Manage Server', 'manage-server-hint': 'Shows the administrators’ commands.', 'theme': 'Theme', 'dark': 'Dark', 'light': 'Light', 'switch-user': 'Switch user',
    'message-to': 'Message {where}', 'cannot-write-here': 'You may not write in this channel.', 'send': 'Send', 'attach': 'Attach files', 'remove-file': 'Remove {name}',
    'start-of': 'Welcome to {where}', 'start-hint': 'This is the beginning of the conversation.', 'no-channel': 'No channel', 'no-channel-hint': 'Choose one on the left, or type / to see what the bot can do.', 'no-guild': 'You are on no server. Somebody may add you again under “Faults”.',
    'edited': '(edited)', 'used': 'used', 'thinking': '{name} is thinking…', 'only-you': 'Only you can see this', 'dismiss': 'Dismiss message', 'to-present': 'Jump to the newest', 'more-above': 'Older messages are not shown.',
    'failed': 'This interaction failed', 'no-response': 'The application did not respond', 'sending': 'Sending command…', 'replying': 'Replying to {name}', 'cancel-reply': 'Cancel the reply', 'reply': 'Reply', 'gone-message': 'The message was deleted', 'delete-as-moderator': 'Delete, as a moderator',
    'picture': 'Picture', 'enlarge': 'Enlarge: {alt}', 'no-alt': 'no description', 'alt': 'ALT', 'alt-title': 'Description', 'close': 'Close', 'open-original': 'Open the original', 'download': 'Download {name}', 'outside-picture': 'A picture elsewhere, which is not loaded: {url}',
    'choose': 'Choose', 'search': 'Search', 'nothing-found': 'Nothing found', 'done': 'Done', 'everyone': 'everyone',
    'commands': 'Commands', 'required': 'required', 'optional': 'optional', 'more-options': 'Options', 'option-of': '{option}: {about}', 'loading-options': 'Loading options…', 'no-choices': 'Loading options failed', 'leave-command': 'Leave the command', 'yes': 'True', 'no': 'False', 'send-command': 'Send command', 'fill-in': 'Fill in {option} first.', 'attachment-option': 'files cannot be given here',
    'submit': 'Submit', 'cancel': 'Cancel', 'modal-failed': 'Something went wrong. Try again.', 'too-short': 'At least {min} characters.',
    'spoiler': 'Spoiler; press to show', 'unknown-user': 'unknown user', 'unknown-role': 'unknown role', 'unknown-channel': 'unknown', 'bad-time': 'invalid date',
    'cut-off': 'The sandbox does not answer; trying again…', 'bot-away': 'The bot is not connected.', 'no-such-user': 'There is no such user any more.', 'unread': '{count} unread', 'mentions': '{count} mentions', 'thread-of': 'Thread in {where}', 'started-thread': 'started a thread',
    'refused-cannot-write': 'You may not do that in this channel.', 'refused-gone': 'That is no longer there.', 'refused-disabled': 'That is switched off now.', 'refused-bad-value': 'An option does not take this value.', 'refused-missing-option': 'A required option is missing.', 'refused-bad-input': 'A text does not fit.', 'refused-bad-choice': 'That cannot be chosen.', 'refused-bad-message': 'This message cannot be sent.', 'refused-unknown-command': 'There is no such command here.', 'refused-other': 'That did not work.',
    'faults': 'Faults', 'faults-hint': 'What can go wrong for the bot, on order.', 'gateway': 'Gateway', 'connected': 'connected ({count})', 'not-connected': 'not connected', 'drop': 'Cut the connection', 'shut': 'Cut and keep out', 'open': 'Let in again', 'reconnect': 'Ask to reconnect', 'invalidate': 'End the session', 'invalidate-resumable': 'Session invalid, resumable',
    'network': 'Network', 'slow-network': 'Every request takes longer by', 'ms': '{count} ms', 'normal': 'no delay', 'routes': 'Requests', 'route': 'Which requests', 'answer-with': 'Answer with', 'wait-first': 'Wait first', 'how-often': 'How often', 'order': 'Order', 'clear': 'Take all back', 'pending': '{count} × {what}', 'pending-delays': '{count} delays ordered',
    'route-callback': 'first answers to presses', 'route-followup': 'edits and follow-ups of answers', 'route-post': 'new messages in channels', 'route-patch': 'edits of messages', 'route-delete': 'deletions of messages', 'route-dm': 'opening direct messages', 'fail-none': 'nothing special', 
    'here': 'This channel', 'thread-archive': 'Archive the thread', 'thread-lock': 'Lock the thread', 'thread-wake': 'Wake the thread', 'channel-delete': 'Delete it, with all in it', 'channel-add': 'New channel', 'channel-name': 'Name of the channel', 'taken': 'Take from the bot here', 'people': 'People', 'remove-member': 'Remove {name} from the server', 'add-member': 'Add {name} again', 'refuse-dms': '{name} takes no direct messages',
    'violations': 'What Discord would have refused', 'none-yet': 'Nothing so far.', 'confirm-delete': 'Press again to delete',
  },
  'zh-TW': {
    'act-as': '扮演 {name}', 'act-as-title': '扮演', 'choose-user': '你要扮演誰？',
    'choose-hint': '每個視窗扮演一位使用者。並排開兩個視窗，就能一人分飾兩角。',
    'new-window': '在新視窗扮演 {name}', 'new-user-name': '新使用者的名字', 'add': '新增',
    'servers': '伺服器', 'direct-messages': '私人訊息', 'channels': '頻道', 'text-channels': '文字頻道', 'archived': '已封存', 'locked': '已鎖定',
    'members': '成員', 'bots': '應用程式', 'show-members': '顯示成員', 'show-channels': '顯示頻道', 'owner': '擁有者', 'you': '你', 'app': '應用', 'manages': '可管理伺服器',
    'settings': '{name} 的設定', 'settings-short': '使用者設定', 'language': '語言', 'take-dms': '接受私人訊息', 'take-dms-hint': '關閉後，機器人會得知這位使用者不收私訊。',
    'manage-server': '管理伺服器', 'manage-server-hint': '會出現管理員的指令。', 'theme': '主題', 'dark': '深色', 'light': '淺色', 'switch-user': '切換使用者',
    'message-to': '傳訊息到 {where}', 'cannot-write-here': '你不能在這個頻道發言。', 'send': '傳送', 'attach': '附加檔案', 'remove-file': '移除 {name}',
    'start-of': '歡迎來到 {where}', 'start-hint': '對話從這裡開始。', 'no-channel': '沒有頻道', 'no-channel-hint': '從左邊選一個頻道，再輸入 / 看看機器人會做什麼。', 'no-guild': '你不在任何伺服器裡。別人可以在「故障」裡把你加回來。',
    'edited': '（已編輯）', 'used': '使用了', 'thinking': '{name} 正在思考…', 'only-you': '只有您才能看到這些', 'dismiss': '刪除訊息', 'to-present': '跳到最新', 'more-above': '更早的訊息不再顯示。',
    'failed': '此交互失敗', 'no-response': '該應用程式未回應', 'sending': '正在傳送指令…', 'replying': '正在回覆 {name}', 'cancel-reply': '取消回覆', 'reply': '回覆', 'gone-message': '訊息已被刪除', 'delete-as-moderator': '以管理員身分刪除',
    'picture': '圖片', 'enlarge': '放大：{alt}', 'no-alt': '沒有說明', 'alt': 'ALT', 'alt-title': '說明', 'close': '關閉', 'open-original': '開啟原圖', 'download': '下載 {name}', 'outside-picture': '外部圖片，不載入：{url}',
    'choose': '請選擇', 'search': '搜尋', 'nothing-found': '找不到', 'done': '完成', 'everyone': '所有人',
    'commands': '指令', 'required': '必填', 'optional': '選填', 'more-options': '選項', 'option-of': '{option}：{about}', 'loading-options': '正在載入選項…', 'no-choices': '載入選項失敗', 'leave-command': '離開指令', 'yes': '是', 'no': '否', 'send-command': '送出指令', 'fill-in': '請先填 {option}。', 'attachment-option': '這裡不能附檔案',
    'submit': '送出', 'cancel': '取消', 'modal-failed': '出了點問題，請再試一次。', 'too-short': '至少 {min} 個字。',
    'spoiler': '防雷內容，按一下顯示', 'unknown-user': '未知使用者', 'unknown-role': '未知身分組', 'unknown-channel': '未知', 'bad-time': '無效日期',
    'cut-off': '沙盒沒有回應，正在重試…', 'bot-away': '機器人沒有連線。', 'no-such-user': '這位使用者已不存在。', 'unread': '{count} 則未讀', 'mentions': '提及 {count} 次', 'thread-of': '{where} 的討論串', 'started-thread': '開了一個討論串',
    'refused-cannot-write': '你在這個頻道不能這樣做。', 'refused-gone': '那個已經不在了。', 'refused-disabled': '那個現在不能按。', 'refused-bad-value': '有個選項不接受這個值。', 'refused-missing-option': '少填了必填選項。', 'refused-bad-input': '有段文字不合規定。', 'refused-bad-choice': '不能這樣選。', 'refused-bad-message': '這則訊息不能傳送。', 'refused-unknown-command': '這裡沒有這個指令。', 'refused-other': '沒有成功。',
    'faults': '故障', 'faults-hint': '讓機器人遇上各種狀況。', 'gateway': '閘道', 'connected': '已連線（{count}）', 'not-connected': '未連線', 'drop': '切斷連線', 'shut': '切斷並擋在門外', 'open': '放行', 'reconnect': '要求重新連線', 'invalidate': '結束工作階段', 'invalidate-resumable': '工作階段失效，可續接',
    'network': '網路', 'slow-network': '每個請求多花', 'ms': '{count} 毫秒', 'normal': '不延遲', 'routes': '請求', 'route': '哪些請求', 'answer-with': '回答', 'wait-first': '先等', 'how-often': '幾次', 'order': '下單', 'clear': '全部收回', 'pending': '{count} × {what}', 'pending-delays': '還有 {count} 個延遲',
    'route-callback': '互動的第一個回應', 'route-followup': '回應的編輯與後續', 'route-post': '在頻道發新訊息', 'route-patch': '編輯訊息', 'route-delete': '刪除訊息', 'route-dm': '開啟私訊', 'fail-none': '照常',
    'here': '這個頻道', 'thread-archive': '封存討論串', 'thread-lock': '鎖定討論串', 'thread-wake': '喚醒討論串', 'channel-delete': '連同內容一起刪除', 'channel-add': '新增頻道', 'channel-name': '頻道名稱', 'taken': '在這裡收走機器人的權限', 'people': '人員', 'remove-member': '把 {name} 移出伺服器', 'add-member': '把 {name} 加回來', 'refuse-dms': '{name} 不收私訊',
    'violations': 'Discord 會拒絕的請求', 'none-yet': '目前沒有。', 'confirm-delete': '再按一次就刪除',
  },
  'zh-CN': {
    'act-as': '扮演 {name}', 'act-as-title': '扮演', 'choose-user': '你要扮演谁？',
    'choose-hint': '每个窗口扮演一位用户。并排打开两个窗口，就能一人分饰两角。',
    'new-window': '在新窗口扮演 {name}', 'new-user-name': '新用户的名字', 'add': '添加',
    'servers': '服务器', 'direct-messages': '私信', 'channels': '频道', 'text-channels': '文字频道', 'archived': '已归档', 'locked': '已锁定',
    'members': '成员', 'bots': '应用', 'show-members': '显示成员', 'show-channels': '显示频道', 'owner': '所有者', 'you': '你', 'app': '应用', 'manages': '可管理服务器',
    'settings': '{name} 的设置', 'settings-short': '用户设置', 'language': '语言', 'take-dms': '接收私信', 'take-dms-hint': '关闭后，机器人会得知这位用户不收私信。',
    'manage-server': '管理服务器', 'manage-server-hint': '会出现管理员的命令。', 'theme': '主题', 'dark': '深色', 'light': '浅色', 'switch-user': '切换用户',
    'message-to': '给 {where} 发消息', 'cannot-write-here': '你不能在这个频道发言。', 'send': '发送', 'attach': '附加文件', 'remove-file': '移除 {name}',
    'start-of': '欢迎来到 {where}', 'start-hint': '对话从这里开始。', 'no-channel': '没有频道', 'no-channel-hint': '从左边选一个频道，再输入 / 看看机器人会做什么。', 'no-guild': '你不在任何服务器里。别人可以在“故障”里把你加回来。',
    'edited': '（已编辑）', 'used': '使用了', 'thinking': '{name} 正在思考…', 'only-you': '只有你能看到', 'dismiss': '忽略消息', 'to-present': '跳到最新', 'more-above': '更早的消息不再显示。',
    'failed': '此交互失败', 'no-response': '该应用未响应', 'sending': '正在发送命令…', 'replying': '正在回复 {name}', 'cancel-reply': '取消回复', 'reply': '回复', 'gone-message': '消息已被删除', 'delete-as-moderator': '以管理员身份删除',
    'picture': '图片', 'enlarge': '放大：{alt}', 'no-alt': '没有说明', 'alt': 'ALT', 'alt-title': '说明', 'close': '关闭', 'open-original': '打开原图', 'download': '下载 {name}', 'outside-picture': '外部图片，不加载：{url}',
    'choose': '请选择', 'search': '搜索', 'nothing-found': '找不到', 'done': '完成', 'everyone': '所有人',
    'commands': '命令', 'required': '必填', 'optional': '选填', 'more-options': '选项', 'option-of': '{option}：{about}', 'loading-options': '正在加载选项…', 'no-choices': '加载选项失败', 'leave-command': '离开命令', 'yes': '是', 'no': '否', 'send-command': '发送命令', 'fill-in': '请先填 {option}。', 'attachment-option': '这里不能附文件',
    'submit': '提交', 'cancel': '取消', 'modal-failed': '出了点问题，请再试一次。', 'too-short': '至少 {min} 个字。',
    'spoiler': '剧透内容，点击显示', 'unknown-user': '未知用户', 'unknown-role': '未知身份组', 'unknown-channel': '未知', 'bad-time': '无效日期',
    'cut-off': '沙盒没有响应，正在重试…', 'bot-away': '机器人没有连接。', 'no-such-user': '这位用户已不存在。', 'unread': '{count} 条未读', 'mentions': '提及 {count} 次', 'thread-of': '{where} 的子区', 'started-thread': '开了一个子区',
    'refused-cannot-write': '你在这个频道不能这样做。', 'refused-gone': '那个已经不在了。', 'refused-disabled': '那个现在不能按。', 'refused-bad-value': '有个选项不接受这个值。', 'refused-missing-option': '少填了必填选项。', 'refused-bad-input': '有段文字不合规定。', 'refused-bad-choice': '不能这样选。', 'refused-bad-message': '这条消息不能发送。', 'refused-unknown-command': '这里没有这个命令。', 'refused-other': '没有成功。',
    'faults': '故障', 'faults-hint': '让机器人遇上各种状况。', 'gateway': '网关', 'connected': '已连接（{count}）', 'not-connected': '未连接', 'drop': '切断连接', 'shut': '切断并挡在门外', 'open': '放行', 'reconnect': '要求重新连接', 'invalidate': '结束会话', 'invalidate-resumable': '会话失效，可恢复',
    'network': '网络', 'slow-network': '每个请求多花', 'ms': '{count} 毫秒', 'normal': '不延迟', 'routes': '请求', 'route': '哪些请求', 'answer-with': '回答', 'wait-first': '先等', 'how-often': '几次', 'order': '下单', 'clear': '全部收回', 'pending': '{count} × {what}', 'pending-delays': '还有 {count} 个延迟',
    'route-callback': '交互的第一个响应', 'route-followup': '响应的编辑与后续', 'route-post': '在频道发新消息', 'route-patch': '编辑消息', 'route-delete': '删除消息', 'route-dm': '打开私信', 'fail-none': '照常',
    'here': '这个频道', 'thread-archive': '归档子区', 'thread-lock': '锁定子区', 'thread-wake': '唤醒子区', 'channel-delete': '连同内容一起删除', 'channel-add': '新建频道', 'channel-name': '频道名称', 'taken': '在这里收走机器人的权限', 'people': '人员', 'remove-member': '把 {name} 移出服务器', 'add-member': '把 {name} 加回来', 'refuse-dms': '{name} 不收私信',
    'violations': 'Discord 会拒绝的请求', 'none-yet': '目前没有。', 'confirm-delete': '再按一次就删除',
  },
};

export const LOCALES = [['zh-TW', '繁體中文'], ['zh-CN', '简体中文'], ['en-US', 'English']];

let present = 'en-US';

export function setLocale(locale) {
  present = locale;
  document.documentElement.lang = locale;
}

/** The user's language, for dates and numbers. */
export function locale() {
  return present;
}

/** The page's words under a key. */
export function say(key, values = {}) {
  const words = WORDS[present] ?? WORDS[present.startsWith('zh') ? 'zh-TW' : 'en'];
  const text = words[key] ?? WORDS.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Why something was refused, for the user. */
export function refusal(word) {
  const key = `refused-${word}`;
  return say(key in WORDS.en ? key : 'refused-other');
}

/** Key sets by language, for the test that compares them. */
export const keys = Object.fromEntries(Object.entries(WORDS).map(([language, words]) => [language, Object.keys(words)]));

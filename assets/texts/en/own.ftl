# Own settings and data

settings-title = **Your settings.** They hold on every server.
language-auto = Language: as in my Discord
language-zh-tw = 繁體中文
language-zh-cn = 简体中文
language-en = English
pings-always = Pings: whenever I must act
pings-long = Pings: only with 10 minutes or more to act
pings-never = Pings: never
delivery-direct = My pieces: by direct message too
delivery-channel = My pieces: in the channel only
confirmation-at-once = Moves: made as soon as chosen
confirmation-ask = Moves: ask me first
privacy = ## What I keep of you
    • Your user id, and the name shown when you joined a table.
    • The tables you played at: where, when, every call, layout and move.
    • Scores, levels and desertions on each server, your saved layouts, your settings here.
    • If you administer a server: which of its settings you changed, and when.
    I read no messages and pass nothing on. While a game runs, only you see your pieces; when it is over, everybody at the table may see everything of it.
    When a server removes me, all that I keep of it is deleted { $kept } later, unless it invites me back before.
    {""}**Erasing** deletes your settings and layouts and puts a nameless stand-in in your place in all games and scores: the games can still be replayed and checked, and nobody else's score changes. What stays is what a game needs for that: who moved what from which seat, and the numbers of the presses with which people joined, which name nobody. Messages that stand in Discord already stay there.
button-export = Take out my data
button-erase = Erase my data…
button-erase-yes = Yes, erase everything
export = Everything that I keep of you, in one file. Only you see this message.
confirm-erase = Erase everything that I keep of you, on all servers? Your scores, levels, layouts and settings are gone for good. If you play again you begin anew.
erased = Done: nothing that I keep leads to you any more.
refused-erase-playing = You still belong to table { $table }. Leave it or finish the game there, then erase.
days = { $days } days

// The page with a small bot behind it: every part of the client once.

import { PHONE, claim, close, end, equal, fits, message, open, shoot, slash, stage, truth, until } from './lib.mjs';

const alice = await open('Alice', stage.alice);
const ben = await open('小明', stage.ben);
const field = (page) => page.locator('textarea.text');
/** Escape closes what is offered first, then leaves the command. */
const leave = (page) =>
  until(async () => {
    if ((await page.locator('form.command').count()) === 0) return true;
    await page.keyboard.press('Escape');
    return undefined;
  }, 'Escape leaves the command');

await claim('a plain message is seen by both, and its mention pings one', async () => {
  await field(alice).fill('hello @小明');
  await field(alice).press('Enter');
  await field(alice).press('Enter');
  await message(ben, 'hello').waitFor();
  const seen = message(ben, 'hello');
  truth(await seen.evaluate((node) => node.classList.contains('pings-me')), 'the pinged user sees it marked');
  equal(await seen.locator('.mention.me').innerText(), '@小明');
  const own = message(alice, 'hello');
  truth(!(await own.evaluate((node) => node.classList.contains('pings-me'))), 'the writer is not pinged');
});

await claim('the slash box is worked by the keyboard alone', async () => {
  await alice.locator('.message-pane').focus();
  await alice.keyboard.type('/play');
  const list = alice.getByRole('listbox', { name: 'Commands' });
  await list.waitFor();
  const first = await field(alice).getAttribute('aria-activedescendant');
  await alice.keyboard.press('ArrowDown');
  truth((await field(alice).getAttribute('aria-activedescendant')) !== first, 'an arrow moves on');
  await alice.keyboard.press('ArrowUp');
  equal(await field(alice).getAttribute('aria-activedescendant'), first, 'an arrow moves back');
  await alice.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  await alice.keyboard.type(' find');
  await list.waitFor();
  await alice.keyboard.press('Tab');
  const what = alice.getByLabel('what: what');
  await until(() => what.evaluate((node) => node === document.activeElement), 'the first option has the focus');
  equal(await what.getAttribute('aria-required'), 'true');
  await leave(alice);
  truth(await field(alice).evaluate((node) => node === document.activeElement), 'and the field has the focus again');
  await alice.keyboard.type('/play find ');
  await until(() => what.evaluate((node) => node === document.activeElement), 'a whole name and a space enter it');
  await leave(alice);
  await alice.keyboard.type('/play find');
  await alice.keyboard.press('Enter');
  await alice.keyboard.type('ap');
  const choices = alice.getByRole('listbox', { name: 'what' });
  await until(async () => (await choices.getByRole('option').allInnerTexts()).join() === 'apple,apricot', 'the bot completes');
  await alice.keyboard.press('ArrowDown');
  await shoot(alice, 'slash-autocomplete');
  await alice.keyboard.press('Enter');
  equal(await what.inputValue(), 'apricot');
  await alice.keyboard.press('Enter');
  await message(alice, 'found apricot').waitFor();
  await until(() => field(alice).evaluate((node) => node === document.activeElement), 'the field has the focus again');
});

await claim('a required option must be filled in', async () => {
  await field(alice).fill('/play find');
  await field(alice).press('Enter');
  await alice.locator('form.command .send').click();
  await alice.getByRole('alert').filter({ hasText: 'Fill in what first' }).waitFor();
  await leave(alice);
});

await claim('commands have their names in the language of whom the tab acts as', async () => {
  await field(ben).fill('/');
  const list = ben.locator('.menu-list');
  await list.getByText('/遊戲 開始').waitFor();
  await shoot(ben, 'slash-localised');
  await field(ben).fill('/遊戲 開始');
  await field(ben).press('Enter');
  await ben.getByRole('button', { name: '+ pace', exact: true }).click();
  await ben.locator('.menu-item').filter({ hasText: '悠閒' }).waitFor();
  await leave(ben);
});

await claim('hidden commands show with Manage Server', async () => {
  const offers = async () => {
    await field(alice).fill('');
    await field(alice).fill('/admin');
    await alice.locator('.menu').first().waitFor();
    return (await alice.locator('.menu-item').filter({ hasText: '/admin' }).count()) > 0;
  };
  truth(!(await offers()), 'hidden at first');
  await field(alice).fill('');
  await alice.getByRole('button', { name: 'User settings' }).click();
  await alice.getByLabel('Manage Server').check();
  await shoot(alice, 'settings');
  await alice.keyboard.press('Escape');
  await until(offers, 'shown with the permission');
  await field(alice).fill('');
});

await claim('a command is answered with picture, alternative text, buttons and a select', async () => {
  await slash(alice, 'play start', { pace: 'relaxed', seats: 3, rival: '小明' });
  const table = message(alice, 'table relaxed 3');
  await table.waitFor();
  equal(await table.locator('.reply-line').innerText().then((text) => text.replace(/\s+/g, ' ').trim()), 'A Alice used /play start');
  equal(await table.locator('.picture img').getAttribute('alt'), 'an empty board');
  await table.locator('.picture-open').click();
  await alice.locator('dialog.lightbox').getByText('an empty board').waitFor();
  await alice.keyboard.press('Escape');
  await alice.locator('dialog.lightbox').waitFor({ state: 'detached' });
  await table.getByRole('button', { name: 'ALT' }).click();
  await alice.getByRole('dialog', { name: 'Description' }).getByText('an empty board').waitFor();
  await alice.keyboard.press('Escape');
  truth(await table.getByRole('button', { name: 'Closed' }).isDisabled(), 'a disabled button is greyed out');
  truth(await message(ben, 'table').evaluate((node) => node.classList.contains('pings-me')), 'the rival is pinged');
  await table.getByRole('button', { name: 'Join' }).click();
  await message(alice, 'joined by Alice').waitFor();
  await message(ben, 'joined by Alice').waitFor();
});

await claim('a select answers privately, and the answer is seen by one and can be dismissed', async () => {
  const table = message(alice, 'joined by Alice');
  await table.getByRole('combobox').focus();
  await alice.keyboard.press('Enter');
  await alice.getByRole('listbox').getByText('north').waitFor();
  await shoot(alice, 'select-open');
  await alice.keyboard.press('ArrowDown');
  await alice.keyboard.press('Enter');
  const answer = message(alice, 'you chose south');
  await answer.getByText('Only you can see this').waitFor();
  equal(await ben.getByText('you chose').count(), 0, 'nobody else sees it');
  await shoot(alice, 'private-answer');
  await answer.getByRole('button', { name: 'Dismiss message' }).click();
  await answer.waitFor({ state: 'detached' });
});

await claim('a press that the bot leaves unanswered fails after three seconds', async () => {
  const table = message(alice, 'joined by Alice');
  const begun = Date.now();
  await table.getByRole('button', { name: 'Idle' }).click();
  equal(await table.getByRole('button', { name: 'Idle' }).getAttribute('aria-busy'), 'true');
  await table.getByText('This interaction failed').waitFor();
  truth(Date.now() - begun >= 2900, 'not before its time');
});

await claim('a modal is filled in and sent', async () => {
  await slash(alice, 'play name');
  const dialog = alice.getByRole('dialog', { name: 'Your name' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await dialog.getByText('Fill in Name first').waitFor();
  await dialog.getByLabel('Name').fill('Alicia Keys too long');
  equal(await dialog.getByLabel('Name').inputValue(), 'Alicia Key', 'no longer than the bot allows');
  await shoot(alice, 'modal');
  await dialog.getByLabel('Name').press('Enter');
  await message(alice, 'hello Alicia Key').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await slash(alice, 'play name');
  await dialog.waitFor();
  await alice.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

await claim('a direct message shows a badge, and is read by opening it', async () => {
  await slash(alice, 'play direct');
  await message(alice, 'sent').waitFor();
  const direct = alice.locator('nav.rail').getByRole('button', { name: /Direct messages, 1 mention/ });
  await direct.waitFor();
  await shoot(alice, 'unread');
  await direct.click();
  await message(alice, 'your hand').locator('img[alt="your hand"]').waitFor();
  await alice.locator('nav.rail').getByRole('button', { name: 'Direct messages', exact: true }).waitFor();
  await alice.locator('nav.channel-list').getByRole('button', { name: 'games' }).count();
  await alice.locator('nav.rail').getByRole('button', { name: 'Club' }).click();
});

await claim('closed direct messages are told to the bot', async () => {
  await ben.getByRole('button', { name: '使用者設定' }).click();
  await ben.getByLabel('接受私人訊息').uncheck();
  await ben.keyboard.press('Escape');
  await slash(ben, '遊戲 direct');
  await message(ben, '403 50007').waitFor();
});

await claim('a thread stands under its channel and opens', async () => {
  await slash(alice, 'play thread');
  const thread = alice.locator('nav.channel-list').getByRole('button', { name: /^table/ });
  await thread.click();
  await message(alice, 'welcome').waitFor();
  await shoot(alice, 'thread');
  await alice.locator('nav.channel-list').getByRole('button', { name: /^games/ }).click();
  await message(alice, 'found apricot').waitFor();
});

await claim("the bot's thinking is shown", async () => {
  await alice.getByRole('button', { name: 'Faults' }).click();
  await alice.getByLabel('Every request takes longer by').selectOption('1000');
  await slash(alice, 'play slow');
  await alice.getByText('sandbox-bot is thinking…').waitFor();
  await message(alice, 'and more, edited').waitFor();
  await alice.getByLabel('Every request takes longer by').selectOption('0');
  await alice.keyboard.press('Escape');
});

await claim('faults can be ordered, and what they bring about is seen', async () => {
  const drawer = alice.getByRole('complementary', { name: 'Faults' });
  await alice.getByRole('button', { name: 'Faults' }).click();
  await shoot(alice, 'faults');
  await drawer.getByRole('button', { name: 'Cut and keep out' }).click();
  await drawer.getByText('not connected').waitFor();
  await alice.getByText('The bot is not connected.').waitFor();
  await drawer.getByRole('button', { name: 'Let in again' }).click();
  await drawer.getByText('connected (1)').waitFor({ timeout: 60_000 });
  await drawer.getByRole('button', { name: 'Remove <img' }).click();
  await drawer.getByRole('button', { name: 'Add <img' }).click();
  await drawer.getByRole('button', { name: 'Remove <img' }).waitFor();
  await field(ben).fill('to be deleted');
  await field(ben).press('Enter');
  const doomed = message(alice, 'to be deleted');
  await doomed.hover();
  await doomed.getByRole('button', { name: 'Delete, as a moderator' }).click();
  await doomed.waitFor({ state: 'detached' });
  await drawer.getByLabel('Which requests').selectOption({ index: 0 });
  await drawer.getByLabel('Answer with').selectOption({ label: '500 Internal Server Error' });
  await drawer.getByRole('button', { name: 'Order' }).click();
  await drawer.getByText('1 × POST /interactions/… → 500').waitFor();
  await drawer.getByRole('button', { name: 'Take all back' }).click();
  await drawer.getByText('1 × POST').waitFor({ state: 'detached' });
  await drawer.getByRole('button', { name: 'Close' }).click();
});

const NASTY = [
  '<script>document.title="owned"</script><img src=x onerror=alert(1)>',
  '[click](javascript:alert(1)) <javascript:alert(1)> [x](data:text/html,boo)',
  '**<b>bold</b>** `<i>code</i>` ||<svg onload=alert(1)>||',
  '> <iframe src="https://example.com"></iframe>',
  '<t:99999999999999:R> <@<script>> <#"onclick=">',
];

await claim("nobody's words become a part of the page", async () => {
  const mallory = await open('Mallory', stage.mallory);
  for (const words of NASTY) {
    await field(mallory).fill(words);
    await field(mallory).press('Enter');
    await until(async () => (await field(mallory).inputValue()) === '', 'sent');
  }
  await message(ben, 'onclick=').waitFor();
  const found = await ben.evaluate(() => ({
    images: document.querySelectorAll('.content img, .author img, .member img').length,
    scripts: document.querySelectorAll('#app script, #app iframe, #app .content svg, #app .content b').length,
    links: [...document.querySelectorAll('.content a')].map((link) => link.protocol),
    handlers: [...document.querySelectorAll('#app *')].filter((node) => [...node.attributes].some((attribute) => attribute.name.startsWith('on') || attribute.name === 'style' && node.closest('.content'))).length,
    title: document.title,
  }));
  equal([found.images, found.scripts, found.handlers], [0, 0, 0]);
  equal([...new Set(found.links)], ['https:'], 'links lead to the web alone');
  truth(!found.title.includes('owned'), 'no script has run');
  await ben.getByText('<img src=x onerror=document.title=').first().waitFor();
  const made = await ben.evaluate(() => {
    try {
      document.body.innerHTML = '<p>x</p>';
      return 'made';
    } catch {
      return 'refused';
    }
  });
  equal(made, 'refused', 'the browser itself refuses markup made of text');
  await close('Mallory');
});

await claim('markdown reads as in Discord, and relative times tick', async () => {
  const now = Math.floor(Date.now() / 1000);
  const lines = [
    '# Big', '## Middle', '-# small', '**bold** *italic* __under__ ~~gone~~ `code` ||secret||', '> quoted', '- one', '- two', '  - inner', '1. first',
    '```\nblock <b>\n```', 'https://example.com/path. and [named](https://example.org)', `<t:${now + 30}:R> <t:0:D>`, 'snake_case_name 2 * 3 * 4 \\*plain\\*',
  ];
  await field(alice).fill(lines.join('\n'));
  await field(alice).press('Enter');
  const shown = message(alice, 'Middle');
  await shown.waitFor();
  const found = await shown.locator('.content').evaluate((node) => {
    const text = (selector) => [...node.querySelectorAll(selector)].map((one) => one.textContent);
    return [text('.heading-1'), text('.heading-2'), text('.subtext'), text('strong'), text('em'), text('u'), text('s'), text('code.inline'), text('blockquote'), text('ul > li > ul > li'), text('ol li'), text('pre'), [...node.querySelectorAll('a')].map((link) => link.href), text('time')[1]];
  });
  equal(found, [['Big'], ['Middle'], ['small'], ['bold'], ['italic'], ['under'], ['gone'], ['code'], ['quoted'], ['inner'], ['first'], ['block <b>'], ['https://example.com/path', 'https://example.org/'], 'January 1, 1970']);
  await shown.getByText('snake_case_name 2 * 3 * 4 *plain*').waitFor();
  const time = shown.locator('time[data-relative]');
  const before = await time.innerText();
  await until(async () => (await time.innerText()) !== before, 'it ticks', 4000);
  await shown.getByRole('button', { name: 'Spoiler' }).press('Enter');
  truth(await shown.locator('.spoiler.open').isVisible(), 'a spoiler opens');
  await shoot(alice, 'markdown');
});

await claim('files can be sent, and are only ever saved', async () => {
  await alice.locator('input[type=file]').setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') });
  await field(alice).press('Enter');
  const link = message(alice, 'page.html').getByRole('link', { name: 'Download page.html' });
  await link.waitFor();
  const answer = await alice.request.get(new URL(await link.getAttribute('href'), stage.url).href);
  equal([answer.headers()['content-type'], answer.headers()['content-disposition'], answer.headers()['content-security-policy']], ['application/octet-stream', 'attachment', "sandbox; default-src 'none'"]);
});

await claim('another site gets nothing', async () => {
  const { request } = alice;
  const post = (headers) => request.post(`${stage.url}api/say`, { headers: { 'content-type': 'application/json', ...headers }, data: { as: stage.alice, channel: stage.channel, content: 'forged' } });
  equal((await post({ origin: 'http://evil.example' })).status(), 403);
  equal((await request.get(stage.url, { headers: { host: 'evil.example' } })).status(), 421);
  equal(await alice.getByText('forged').count(), 0);
});

await claim('the language of the page is that of the acting user, and changes at once', async () => {
  await ben.getByText('成員 — ').waitFor();
  await alice.getByRole('button', { name: 'User settings' }).click();
  await alice.getByLabel('Language').selectOption('zh-CN');
  await alice.getByText('成员 — ').waitFor();
  equal(await alice.evaluate(() => document.documentElement.lang), 'zh-CN');
  await alice.getByLabel('Language').selectOption('en-US');
  await alice.getByText('Members — ').waitFor();
  await alice.keyboard.press('Escape');
});

await claim('every word of the page stands in all three languages', async () => {
  const keys = await alice.evaluate(async () => (await import('/words.js')).keys);
  const [first, ...others] = Object.values(keys).map((list) => [...list].sort());
  for (const other of others) equal(other, first);
});

await claim('a phone has it all within its width', async () => {
  const phone = await open('phone', stage.ben, { viewport: PHONE });
  await message(phone, 'found apricot').waitFor();
  truth(await fits(phone), 'nothing is wider than the window');
  await shoot(phone, 'phone');
  await phone.getByRole('button', { name: '顯示頻道' }).tap();
  await phone.locator('nav.channel-list').getByRole('button', { name: /^games/ }).waitFor();
  await phone.waitForTimeout(300);
  await shoot(phone, 'phone-channels');
  await phone.locator('nav.channel-list').getByRole('button', { name: /^table/ }).tap();
  await message(phone, 'welcome').waitFor();
  await until(async () => !(await phone.locator('.side').isVisible()), 'choosing a channel closes the drawer');
  await phone.getByRole('button', { name: '顯示成員' }).tap();
  await phone.waitForTimeout(300);
  await shoot(phone, 'phone-members');
  await phone.touchscreen.tap(20, 400);
  await until(async () => !(await phone.locator('.members').isVisible()), 'a tap beside closes it');
  await close('phone');
});

await claim('it is light where the system is, and as chosen', async () => {
  const light = await open('light', stage.alice, { theme: 'light' });
  equal(await light.evaluate(() => document.documentElement.dataset.theme), 'light');
  await message(light, 'found apricot').waitFor();
  await shoot(light, 'light');
  await close('light');
});

await end();

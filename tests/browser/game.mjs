// Four people click through a game.

import { PHONE, claim, close, end, fits, message, open, shoot, stage, truth, until } from '../../discord-sandbox/browser/lib.mjs';

/** Plies that are clicked before the declarer gives up: three rounds. */
const PLIES = 12;

const players = [];
for (const [number, user] of stage.users.entries()) players.push(await open(`player-${number}`, user));
const [opener] = players;

/** The newest button or select whose custom id has this in it, and which can be pressed. */
const button = (page, word) => page.locator(`.message button[data-key*="/j1."][data-key*=".${word}"]:not([disabled])`).filter({ visible: true }).last();
const isThere = (page, word) => button(page, word).isVisible();

async function click(page, word) {
  await button(page, word).waitFor();
  await button(page, word).click();
}

/** Opens the select and picks an option by number. */
async function choose(page, word, number) {
  await click(page, word);
  const options = page.locator('#layer .choice');
  await options.first().waitFor();
  await options.nth(Math.min(number, (await options.count()) - 1)).click();
}

/** The player whom a short message asks to act. */
async function asked() {
  return until(async () => {
    for (const page of players) if (await page.locator('article.pings-me').last().isVisible()) return page;
    return undefined;
  }, 'somebody is asked to act');
}

async function toChannel(page) {
  await page.locator('nav.rail .rail-item').last().click();
  await page.locator(`nav.channel-list [data-key="channel-${stage.channel}"]`).click();
}

/** The table's thread, which hangs below the channel once the game has begun. */
async function toTable(page) {
  await page.locator('nav.rail .rail-item').last().click();
  await page.locator('nav.channel-list button.channel.thread').last().click();
}

await claim('a table is opened with a typed command, and four sit down', async () => {
  await opener.locator('textarea.text').fill('/junqi start ');
  await opener.locator('form.command').waitFor();
  await opener.locator('.command-add').first().click();
  await opener.locator('.menu:not([hidden]) .menu-item').nth(1).click();
  await shoot(opener, 'game-command');
  await opener.locator('form.command .send').click();
  for (const page of players.slice(1)) {
    await click(page, 'join');
    await until(async () => (await page.locator('.message.ephemeral').count()) > 0 || (await page.locator('.rail-item .badge').count()) > 0, 'the place is taken');
  }
  await button(opener, 'start').waitFor();
  await shoot(opener, 'game-lobby');
  await click(opener, 'start');
  for (const page of players) await toTable(page);
});

let declarer;

await claim('each calls in the auction', async () => {
  await button(opener, 'call.').waitFor();
  for (let number = 0; number < 4; number += 1) {
    const caller = await until(async () => {
      const page = await asked();
      if (number === 0) await shoot(page, 'game-auction');
      // The first calls 1, the others pass. Whoever was asked before may be asked for a moment still.
      await button(page, number === 0 ? 'call.0.1' : `call.${number}.0`).click({ timeout: 3000 }).catch(() => {});
      await page.waitForTimeout(700);
      return (await isThere(opener, `call.${number}.`)) ? undefined : page;
    }, `call ${number} is made`);
    declarer ??= caller;
  }
});

await claim('each deploys in their direct messages, or in the channel where those are closed', async () => {
  for (const page of players) {
    await button(page, 'view').waitFor();
    const isClosed = page === players.at(-1);
    if (isClosed) await click(page, 'view');
    else await page.locator('nav.rail .rail-item').first().click();
    await button(page, 'march.').waitFor();
    if (page === opener) {
      await choose(page, 'first.', 0);
      await until(async () => /\.second\.\d+\.\w+\.[A-Q]/.test(await button(page, 'second.').getAttribute('data-key')), 'the first piece is chosen');
      await choose(page, 'second.', 99);
      await until(async () => /\.first\.\d+\.\w+\.-/.test(await button(page, 'first.').getAttribute('data-key')), 'the swap is made');
    }
    await shoot(page, `game-deployment-${players.indexOf(page)}`);
    await until(async () => {
      if (!(await isThere(page, 'march.'))) return true;
      // A press on an older layout brings the new one; so it may take two.
      await button(page, 'march.').click({ timeout: 3000 }).catch(() => {});
      await page.waitForTimeout(500);
      return undefined;
    }, 'it has marched');
    if (!isClosed) await toTable(page);
  }
});

await claim('pieces are moved with two choices', async () => {
  await button(opener, 'move').waitFor();
  for (let ply = 0; ply < PLIES; ply += 1) {
    const page = await asked();
    if (!(await isThere(page, 'from.'))) {
      const offers = page.locator('.message.ephemeral [data-key*=".from."]').last();
      await offers.waitFor({ timeout: 1500 }).catch(() => click(page, 'move'));
    }
    await until(async () => {
      await choose(page, 'from.', 0);
      return button(page, 'to.').waitFor({ timeout: 5000 }).then(() => true, () => false);
    }, 'a piece is chosen');
    if (ply === 0) await shoot(page, 'game-piece-chosen');
    await choose(page, 'to.', 0);
    await until(async () => (await page.locator('article.pings-me').count()) === 0, `ply ${ply} is made`);
  }
  await shoot(opener, 'game-battle');
});

await claim('the game fits on a phone', async () => {
  const table = await opener.locator('nav.channel-list button.channel.thread.on').getAttribute('data-key');
  const channel = table.replace('channel-', '');
  const phone = await open('phone', stage.users[1], { viewport: PHONE, channel });
  await button(phone, 'move').waitFor();
  await phone.locator('.picture img').last().waitFor();
  truth(await fits(phone), 'nothing is wider than the window');
  await shoot(phone, 'game-phone');
  await close('phone');
  const light = await open('light', stage.users[2], { theme: 'light', channel });
  await button(light, 'move').waitFor();
  await shoot(light, 'game-light');
  await close('light');
});

await claim('the declarer leaves, which ends the game for all', async () => {
  await declarer.locator('textarea.text').fill('/junqi leave ');
  await declarer.locator('form.command .send').click();
  await shoot(declarer, 'game-leave');
  await click(declarer, 'desert');
  for (const page of players) await button(page, 'rematch').waitFor();
  for (const page of players) {
    const last = page.locator('article.message', { has: page.locator('[data-key*=".rematch"]') }).last();
    truth((await last.locator('.picture img').count()) > 0, 'the open board is shown');
    truth((await last.locator('.file a').count()) > 0, 'the record can be saved');
  }
  await opener.waitForTimeout(500);
  await shoot(opener, 'game-over');
});

await claim('a rematch opens a lobby in which all sit down again', async () => {
  await click(opener, 'rematch');
  for (const page of players) {
    await toChannel(page);
    await click(page, 'join');
  }
  await button(opener, 'start').waitFor();
  await shoot(opener, 'game-rematch');
  truth(await message(opener, 'SHA-256').isVisible(), 'with a new commitment');
});

await end();

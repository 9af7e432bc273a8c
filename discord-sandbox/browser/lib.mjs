// What the scripts share: a browser, windows that act as users, claims.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const stage = JSON.parse(process.env.SANDBOX_STAGE);
const folder = process.env.SANDBOX_SCREENSHOTS;
mkdirSync(folder, { recursive: true });

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
/** What a thing on the page may take to come, in milliseconds. */
const PATIENCE = 60_000;

const browser = await chromium.launch({
  executablePath: process.env.SANDBOX_BROWSER,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

const windows = new Map();
const faults = [];

/** Opens a window that acts as a user. Whatever goes wrong in it fails the script. */
export async function open(name, user, { viewport = DESKTOP, theme = 'dark', channel = stage.channel } = {}) {
  const context = await browser.newContext({ viewport, colorScheme: theme, locale: 'en-US', hasTouch: viewport === PHONE, isMobile: viewport === PHONE });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on('pageerror', (error) => faults.push(`${name}: ${error.message}`));
  page.on('console', (message) => {
    // One test tries to make markup of text; that the browser refuses is what it wants to see. A picture may go between
    // the news of its message and the request for it: the next news has the picture that took its place.
    const isExpected = message.text().includes('TrustedHTML') || (message.text().includes('404') && message.location().url.includes('/attachments/'));
    if (message.type() === 'error' && !isExpected) faults.push(`${name}: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`${name}: a dialog opened: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== new URL(stage.url).origin) faults.push(`${name}: reached for ${request.url()}`);
  });
  await page.goto(`${stage.url}?as=${user}${channel ? `#${channel}` : ''}`);
  await page.locator('.frame').waitFor();
  windows.set(name, page);
  return page;
}

export async function close(name) {
  await windows.get(name)?.context().close();
  windows.delete(name);
}

export async function shoot(page, name) {
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}

/** Makes a claim; the first that fails ends the script, with a picture of every window. */
export async function claim(words, prove) {
  const begun = Date.now();
  try {
    await prove();
    if (faults.length > 0) throw new Error(faults.join('\n'));
    console.log(`ok: ${words} (${Date.now() - begun} ms)`);
  } catch (error) {
    console.error(`FAILED: ${words}\n${error.stack}\n${faults.join('\n')}`);
    for (const [name, page] of windows) await shoot(page, `failed-${name.replace(/\W+/g, '-')}`).catch(() => {});
    await browser.close();
    process.exit(1);
  }
}

export function equal(found, wanted, words = '') {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) {
    throw new Error(`${words}: found ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`);
  }
}

export function truth(found, words) {
  if (!found) throw new Error(words);
}

/** Waits until a look finds something. */
export async function until(look, words, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`after ${patience} ms: ${words}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Types a command by its whole name and sends it, options by name filled in. */
export async function slash(page, command, options = {}) {
  const field = page.locator('textarea.text');
  await field.fill(`/${command}`);
  await page.locator('.menu-item').filter({ hasText: `/${command}` }).first().waitFor();
  await field.press('Enter');
  const form = page.locator('form.command');
  await form.waitFor();
  for (const [name, value] of Object.entries(options)) {
    const label = form.locator('.option', { has: page.getByText(name, { exact: true }) });
    if ((await label.count()) === 0) await form.getByRole('button', { name: `+ ${name}`, exact: true }).click();
    const input = label.locator('input');
    await input.fill(String(value));
    const item = page.locator('.menu:not([hidden]) .menu-item').filter({ hasText: String(value) }).first();
    if (await item.isVisible().catch(() => false)) await item.click();
  }
  await form.locator('.send').click();
  await form.waitFor({ state: 'detached' });
}

/** The newest message on a page that has a text in it. */
export function message(page, text) {
  return page.locator('article.message:not(.pending)').filter({ hasText: text }).last();
}

/** Whether nothing on the page is wider than its window. */
export async function fits(page) {
  return page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.querySelector('.message-pane').scrollWidth <= document.querySelector('.message-pane').clientWidth);
}

export async function end() {
  await browser.close();
}

// A script that hangs is a script that failed.
setTimeout(() => {
  console.error('the script took too long');
  process.exit(1);
}, 20 * 60_000).unref();

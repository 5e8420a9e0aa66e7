import { buyNumber, signUp, topUp } from './support/account';
import { openPage } from './support/navigation';
import { expect, expectAccessible, test } from './support/test';

// The last two digits of a recipient say what the sandbox does: see docs/messages.md.
const DELIVERED = '+13125550142';
const REFUSED = '+13125550190';
const STOPS = '+13125550195';
const REPLIES = '+13125550196';

test('sends and receives messages, and shows what they cost', async ({ page }) => {
  await signUp(page);
  await openPage(page, 'Numbers', 'Messages');
  await expect(page.getByText('None of your active numbers can send and receive text messages.')).toBeVisible();
  await expectAccessible(page, 'messages-without-number');
  await topUp(page, 20);
  await buyNumber(page);
  await page.goto('/dashboard/messages');
  await expect(page.getByText('This number has not sent or received a message yet.')).toBeVisible();
  await expectAccessible(page, 'messages-empty');

  const thread = page.getByRole('region', { name: /^Conversation with/ });
  const messages = thread.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  const write = async (to: string, body: string): Promise<void> => {
    await page.getByRole('button', { name: 'New message' }).click();
    await page.getByRole('textbox', { name: 'To' }).fill(to);
    await page.getByRole('button', { name: 'Write' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill(body);
    await thread.getByRole('button', { name: /^Send for \$/ }).click();
    await expect(messages.filter({ hasText: body })).toHaveCount(1);
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  };

  await page.getByRole('button', { name: 'New message' }).click();
  await page.getByRole('textbox', { name: 'To' }).fill('0312 555');
  await page.getByRole('button', { name: 'Write' }).click();
  await expect(page.getByText('Enter the number with its country code')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await write(DELIVERED, 'Your table is ready.');
  await expect(messages.first()).toContainText('Delivered');
  await page.getByRole('textbox', { name: 'Message' }).fill('Ваш столик готов. '.repeat(8));
  await expect(thread.getByText('3 segments, Unicode')).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('“Ready” – today…');
  await expect(thread.getByText('Sent as: "Ready" - today...')).toBeVisible();
  await expectAccessible(page, 'messages-thread');

  await write(REFUSED, 'This one is refused.');
  await expect(messages.first()).toContainText('Failed');
  await write(REPLIES, 'Please answer.');
  await expect(messages).toHaveCount(2);
  const conversations = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link');
  await expect(conversations).toHaveCount(3);

  await write(STOPS, 'Our offers of the week.');
  await expect(page.getByText('receives no messages from this number')).toBeVisible();
  await page.getByRole('link', { name: 'opt-outs', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Opt-outs' }).getByRole('row')).toHaveCount(2);
  await expectAccessible(page, 'opt-outs');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByLabel('How the recipient consented').fill('Signed up again in our shop.');
  await page.getByRole('button', { name: 'Remove the opt-out' }).click();
  await expect(page.getByText('Recipients who reply STOP are listed here.')).toBeVisible();

  await page.goto('/dashboard/messages/log?status=failed');
  await expect(page.getByRole('table', { name: 'Messages' }).getByRole('row')).toHaveCount(2);
  await expectAccessible(page, 'message-log');
});

test('names a conversation of the address that there cannot be, and asks for none', async ({ page }) => {
  await signUp(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    // Home, which the user comes from, asks for numbers of any kind.
    if (/\/v1\/(sms\?|numbers\?.*capabilities=sms)/.test(request.url())) asked.push(request.url());
  });
  const alert = page.getByRole('alert');
  for (const [search, said] of [
    ['number=xxx', 'Your number: “xxx” is not a number in E.164, such as +12125550100.'],
    ['party=%00', 'has characters that cannot be searched for.'],
    ['party=%2B44', 'Other party: “+44” is not a number in E.164, such as +12125550100.'],
  ] as const) {
    await page.goto(`/dashboard/messages?${search}`);
    await expect(alert).toContainText(said);
  }
  expect(asked).toEqual([]);
  await expectAccessible(page, 'messages-unknown-party');
  await buyNumber(page);
  await page.goto('/dashboard/messages?number=%2B12125559999');
  await expect(alert).toContainText('is not an active number of this account that can send text messages.');
  await page.getByRole('button', { name: 'Clear this filter' }).click();
  await expect(page.getByText('This number has not sent or received a message yet.')).toBeVisible();
});

test('schedules a message and cancels it', async ({ page }) => {
  await signUp(page);
  await topUp(page, 20);
  await buyNumber(page);
  await page.goto(`/dashboard/messages?party=${encodeURIComponent(DELIVERED)}`);
  await page.getByRole('textbox', { name: 'Message' }).fill('See you tomorrow.');
  await page.getByRole('switch', { name: 'Send later' }).click();
  await expect(page.getByRole('button', { name: /^Schedule/ })).toBeDisabled();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel(/^Time/).fill(tomorrow);
  await page.getByRole('button', { name: /^Schedule for \$/ }).click();
  const message = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(message).toContainText('Scheduled for');
  await message.getByRole('button', { name: 'Cancel' }).click();
  await expect(message).toContainText('You cancelled the message.');
});

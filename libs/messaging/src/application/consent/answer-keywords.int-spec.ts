import { addSeconds } from '@trunkline/kernel';
import { replyTo } from '../../domain/consent/replies';
import { keywordOf, type ReplyLanguage } from '../../domain/consent/keywords';
import { measureText } from '../../domain/text/parts';
import { type InboundWorld, inboundWorld, THEIR_NUMBER } from '../../testing/inbound-world';

const OTHER_NUMBER = '+12125550199';

describe('AnswerKeywords', () => {
  let world: InboundWorld;
  let accounts = 0;
  let accountId: string;
  let ourNumber: string;

  beforeAll(async () => {
    world = await inboundWorld();
  });
  beforeEach(() => {
    accountId = `acc_${String(++accounts)}`;
    ourNumber = `+1212555${String(1000 + accounts)}`;
    world.own(accountId, ourNumber);
    world.clock.advance(3600);
  });
  afterAll(() => world.close());

  const optedOut = () => world.optOuts.among(accountId, ourNumber, [THEIR_NUMBER, OTHER_NUMBER]);
  const answers = async () =>
    (await world.stored(accountId)).filter(({ automatic }) => automatic).map(({ body }) => body);
  const send = () => world.send(accountId, THEIR_NUMBER, { from: ourNumber });

  it.each<[string, ReplyLanguage]>([
    ['STOP', 'en'],
    ['Stopp', 'sv'],
    ['ARRÊT', 'fr'],
    ['parar', 'es'],
    ['Basta!', 'it'],
    ['STOPPEN', 'nl'],
    ['стоп', 'ru'],
    ['توقف', 'ar'],
  ])('opts a recipient out who sends %s, and answers once in its language, free of charge', async (text, language) => {
    await world.part({ text });
    await world.part({ text });
    expect([...(await optedOut())]).toEqual([THEIR_NUMBER]);
    const stored = await world.stored(accountId);
    expect(stored.map(({ direction, body }) => [direction, body])).toEqual([
      ['inbound', text],
      ['outbound', replyTo({ action: 'stop', language })],
      ['inbound', text],
    ]);
    expect(stored[1]).toMatchObject({
      sender: ourNumber,
      recipient: THEIR_NUMBER,
      price_cents: 0,
      status: 'queued',
      automatic: true,
    });
    const events = (await world.published(accountId)).filter(({ type }) => type === 'sms.received');
    expect(events.map(({ data }) => data['keyword'])).toEqual(['stop', 'stop']);
    await expect(send()).rejects.toMatchObject({ code: 'recipient_opted_out' });
  });

  it('has answers of one part in each language', () => {
    const words = ['stop', 'stopp', 'arret', 'parar', 'basta', 'stoppen', 'стоп', 'توقف', 'start', 'help'];
    for (const word of words) {
      const keyword = keywordOf(word);
      expect([word, measureText(replyTo(keyword!)).segments]).toEqual([word, 1]);
    }
  });

  it('opts the recipient in again with START, and answers neither when nothing changes', async () => {
    await world.part({ text: 'START' });
    expect(await answers()).toEqual([]);
    await world.part({ text: 'STOP' });
    world.clock.advance(1);
    await world.part({ text: 'start' });
    expect((await optedOut()).size).toBe(0);
    expect(await answers()).toHaveLength(2);
    await expect(send()).resolves.toMatchObject({ status: 'queued' });
  });

  it('keeps consent for each pair of numbers and each account', async () => {
    await world.part({ text: 'STOP' });
    expect((await world.optOuts.among(accountId, OTHER_NUMBER, [THEIR_NUMBER])).size).toBe(0);
    expect((await world.optOuts.among('acc_other', ourNumber, [THEIR_NUMBER])).size).toBe(0);
    await expect(world.send(accountId, OTHER_NUMBER, { from: ourNumber })).resolves.toMatchObject({ status: 'queued' });
    await expect(world.send(accountId, THEIR_NUMBER, { from: OTHER_NUMBER })).resolves.toBeDefined();
  });

  it('obeys the word that was received last, in whatever order they are handled', async () => {
    const at = world.clock.now();
    await world.part({ text: 'STOP', receivedAt: addSeconds(at, 10) });
    await world.part({ text: 'START', receivedAt: addSeconds(at, 5) });
    expect((await optedOut()).size).toBe(1);
    await world.part({ text: 'START', receivedAt: addSeconds(at, 20) });
    await world.part({ text: 'STOP', receivedAt: addSeconds(at, 15) });
    expect((await optedOut()).size).toBe(0);
    await world.part({ text: 'STOP', receivedAt: addSeconds(at, 30) });
    await world.part({ text: 'STOP', receivedAt: addSeconds(at, 40) });
    await world.part({ text: 'START', receivedAt: addSeconds(at, 35) });
    expect((await optedOut()).size).toBe(1);
  });

  it('opts out once when the word arrives many times at the same moment', async () => {
    await Promise.all(Array.from({ length: 8 }, () => world.part({ text: 'STOP' })));
    expect(await answers()).toHaveLength(1);
  });

  it('answers HELP at most once a minute', async () => {
    await world.part({ text: 'HELP' });
    await world.part({ text: 'help' });
    expect(await answers()).toHaveLength(1);
    world.clock.advance(61);
    await world.part({ text: 'Help' });
    expect(await answers()).toHaveLength(2);
    expect((await optedOut()).size).toBe(0);
  });

  it('answers no short code and no name', async () => {
    await world.part({ text: 'STOP', from: '72345' });
    await world.part({ text: 'STOP', from: 'Trunkline' });
    expect(await answers()).toEqual([]);
  });

  it('fails messages that wait for a recipient who opts out, scheduled ones too, and not its answer', async () => {
    await world.send(accountId, THEIR_NUMBER, { from: ourNumber, scheduledAt: addSeconds(world.clock.now(), 3600) });
    await send();
    await world.part({ text: 'STOP' });
    const stored = await world.stored(accountId);
    expect(
      stored.filter(({ direction }) => direction === 'outbound').map((each) => [each.status, each.error_code]),
    ).toEqual([
      ['failed', 'recipient_opted_out'],
      ['failed', 'recipient_opted_out'],
      ['queued', null],
    ]);
  });

  it('fails a message that was queued in the moment of the opt-out', async () => {
    await send();
    const conversation = { accountId, numberId: 'num_1', fromNumber: ourNumber, toNumber: THEIR_NUMBER };
    const now = world.clock.now();
    await world.optOuts.add({ id: `opt_${accountId}`, ...conversation, keyword: 'STOP', askedAt: now, createdAt: now });
    expect(await world.keywords.failUnwanted()).toBe(1);
    expect(await world.keywords.failUnwanted()).toBe(0);
  });

  it('allows messages again when the account deletes the opt-out, which is audited with its reason', async () => {
    await world.part({ text: 'STOP' });
    const page = { limit: 10, sort: 'created_at', order: 'desc', after: null } as const;
    const { items } = await world.optOuts.list(accountId, {}, page);
    expect(items).toMatchObject([{ fromNumber: ourNumber, toNumber: THEIR_NUMBER, keyword: 'STOP' }]);
    const request = { accountId, id: items[0]!.id, actor: 'usr_1', reason: 'Signed up again' };
    await expect(world.optOutsOf.delete({ ...request, accountId: 'acc_other' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await world.optOutsOf.delete(request);
    await expect(world.optOutsOf.delete(request)).rejects.toMatchObject({ code: 'not_found' });
    expect([(await world.optOuts.list(accountId, {}, page)).items, (await optedOut()).size]).toEqual([[], 0]);
    const [entry] = await world.db.query(`SELECT actor, after FROM platform.audit_trail WHERE subject = $1`, [
      request.id,
    ]);
    expect(entry).toEqual({ actor: 'usr_1', after: { reason: 'Signed up again' } });
  });
});

import { TestClock } from '@trunkline/kernel/testing';
import { SignedEvents } from './signed-events';

const BODY = JSON.stringify({ id: 'evt_1', type: 'customer.created', data: { object: { name: 'A \uFFFD' } } });

describe('SignedEvents', () => {
  const clock = new TestClock();
  const events = new SignedEvents(['whsec_old', 'whsec_new'], clock);

  it('reads what it signed', async () => {
    const read = await events.read(Buffer.from(BODY), await events.sign(BODY));
    expect(read).toEqual({ id: 'evt_1', type: 'customer.created', update: null });
  });

  it('rejects invalid UTF-8 in place of a signed replacement character', async () => {
    const [before = '', after = ''] = BODY.split('\uFFFD');
    const forged = Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]);
    expect(forged.toString('utf8')).toBe(BODY);
    expect(await events.read(forged, await events.sign(BODY))).toBeNull();
  });

  it('accepts signatures by any of its secrets and by no other', async () => {
    const signedBy = (secret: string) => new SignedEvents([secret], clock).sign(BODY);
    const read = async (secret: string) => (await events.read(Buffer.from(BODY), await signedBy(secret))) !== null;
    expect([await read('whsec_old'), await read('whsec_new'), await read('whsec_other')]).toEqual([true, true, false]);
  });
});

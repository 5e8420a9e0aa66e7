import { newId } from '@trunkline/kernel';
import { aPrincipal, aVerifiedUser, identityWorld, type IdentityWorld, worldsOf } from '../testing';

const PHONE = '+447400123456';
const OTHER = '+447400654321';
const IP = '203.0.113.7';

describe('Verifying a phone number', () => {
  const newWorld = worldsOf(identityWorld);
  let world: IdentityWorld;
  let who: ReturnType<typeof aPrincipal>;
  beforeEach(async () => {
    world = newWorld();
    who = aPrincipal(await aVerifiedUser(world));
  });

  const operation = (principal = who) => ({ who: principal, operationId: newId('op') });
  const start = (phone = PHONE, principal = who) => world.phone.start(operation(principal), phone, IP);
  const verify = (code = world.phones.code(), principal = who) => world.phone.verify(operation(principal), code);
  const wrong = () => (world.phones.code() === '111111' ? '222222' : '111111');
  const refused = (code: string) =>
    verify(code).then(
      () => null,
      (error: unknown) => (error as { readonly fields?: { readonly code?: string } }).fields?.code,
    );
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error as { readonly code: string }).code,
    );

  it('sends a code, and changes the number of the user when the code is entered', async () => {
    await world.profile.change(who, { phoneE164: OTHER });
    const sent = await start();
    expect(sent).toEqual({ phoneE164: PHONE, expiresAt: new Date(world.clock.now().getTime() + 600_000) });
    expect(world.phones.sent).toEqual([
      { to: PHONE, body: expect.stringMatching(/^\d{6} is your Trunkline/) as string },
    ]);
    expect(world.phoneAllowance.taken).toEqual([{ userId: who.userId, phoneE164: PHONE, ip: IP }]);
    expect(await world.profile.get(who)).toMatchObject({ phoneE164: OTHER, phoneVerified: false });
    expect(await verify()).toMatchObject({ phoneE164: PHONE, phoneVerified: true });
    expect(await world.profile.get(who)).toMatchObject({ phoneE164: PHONE, phoneVerified: true });
  });

  it('stores no code in a form that reveals it', async () => {
    await start();
    const rows = await world.db.query<{ row: string }>(`SELECT c::text AS row FROM identity.phone_codes c`);
    expect(rows.length).toBeGreaterThan(0);
    const [plain] = await world.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM identity.phone_codes WHERE code_digest = sha256($1::bytea)`,
      [Buffer.from(world.phones.code())],
    );
    expect(JSON.stringify(rows)).not.toContain(world.phones.code());
    expect(plain).toEqual({ count: 0 });
  });

  it('has no second effect when an operation is repeated', async () => {
    const [sending, verifying] = [operation(), operation()];
    const sent = await world.phone.start(sending, PHONE, IP);
    expect(await world.phone.start(sending, PHONE, IP)).toEqual(sent);
    expect(world.phones.sent).toHaveLength(1);
    const verified = await world.phone.verify(verifying, world.phones.code());
    expect(await world.phone.verify(verifying, world.phones.code())).toEqual(verified);
  });

  it('accepts a code once', async () => {
    await start();
    const code = world.phones.code();
    await verify(code);
    expect(await refused(code)).toMatch('expired');
  });

  it('accepts a code for 10 minutes', async () => {
    await start();
    world.clock.advance(599);
    expect(await outcome(verify())).toBe('done');
    await start(OTHER);
    world.clock.advance(600);
    expect(await refused(world.phones.code())).toMatch('expired');
  });

  it('voids a code with the fifth wrong one, also for the right one', async () => {
    await start();
    for (let tries = 4; tries > 0; tries--)
      expect(await refused(wrong())).toBe(`is wrong; ${String(tries)} more tries`);
    expect(await refused(wrong())).toBe('is wrong; request a new code');
    expect(await refused(world.phones.code())).toMatch('void');
    await start();
    expect(await outcome(verify())).toBe('done');
  });

  it('counts each of ten concurrent wrong codes', async () => {
    await start();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refused(wrong())));
    expect(answers.filter((answer) => answer?.startsWith('is wrong'))).toHaveLength(5);
    expect(await refused(world.phones.code())).toMatch('void');
  });

  it('voids the previous code, and codes of another number and user', async () => {
    await start();
    const first = world.phones.code();
    await start(OTHER);
    const second = world.phones.code();
    if (first !== second) expect(await refused(first)).toMatch('wrong');
    const stranger = aPrincipal(await aVerifiedUser(world));
    expect(await outcome(verify(second, stranger))).toBe('invalid_input');
    expect(await verify(second)).toMatchObject({ phoneE164: OTHER });
  });

  it.each([
    ['a landline', '+442071838750'],
    ['a premium number', '+449012345678'],
    ['a toll-free number', '+448001111111'],
    ['a satellite phone', '+881612345678'],
  ])('refuses %s without a message', async (_name, phone) => {
    await expect(start(phone)).rejects.toMatchObject({ fields: { phone_e164: expect.any(String) as string } });
    expect([world.phones.sent, world.phoneAllowance.taken]).toEqual([[], []]);
  });

  it('takes numbers that may be mobile, as those of North America', async () => {
    expect(await start('+12125550123')).toMatchObject({ phoneE164: '+12125550123' });
  });

  it('refuses the number that is verified already', async () => {
    await start();
    await verify();
    expect(await outcome(start())).toBe('invalid_state');
    expect(await outcome(start(OTHER))).toBe('done');
    expect(await world.profile.get(who)).toMatchObject({ phoneE164: PHONE, phoneVerified: true });
  });

  it('sends nothing past the limits, without a sender, and where messages cannot be sent', async () => {
    world.phoneAllowance.retryAfterSeconds = 60;
    await expect(start()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 });
    world.phoneAllowance.retryAfterSeconds = 0;
    world.phones.isAvailable = false;
    expect(await outcome(start())).toBe('invalid_state');
    world.phones.isAvailable = true;
    expect(world.phones.sent).toEqual([]);
    world.phones.fault = new Error('no route');
    await expect(start()).rejects.toThrow('no route');
    expect(await refused('123456')).toMatch('expired');
  });

  describe('where the trial credit depends on it', () => {
    beforeEach(async () => {
      world.trialTerms.requiresPhone = true;
      who = aPrincipal(await aVerifiedUser(world));
    });

    const balance = (principal = who) => world.wallets.balances.get(principal.accountId);

    it('grants the credit to the account of an owner, once', async () => {
      expect(balance()).toBe(0);
      await start();
      await verify();
      expect(balance()).toBe(500);
      await start(OTHER);
      await verify();
      expect(balance()).toBe(500);
    });

    it('grants it once for each number', async () => {
      const phone = '+447400111222';
      await start(phone);
      await verify();
      const second = aPrincipal(await aVerifiedUser(world));
      await start(phone, second);
      expect(await verify(world.phones.code(), second)).toMatchObject({ phoneVerified: true });
      expect([balance(), balance(second)]).toEqual([500, 0]);
    });

    it('does not grant it to a member who is no owner', async () => {
      await start('+447400111111');
      await verify(world.phones.code(), { ...who, role: 'member' });
      expect(balance()).toBe(0);
    });
  });

  it('is not needed for the trial credit otherwise', async () => {
    expect(world.wallets.balances.get(who.accountId)).toBe(500);
    await start();
    await verify();
    expect(world.wallets.balances.get(who.accountId)).toBe(500);
  });
});

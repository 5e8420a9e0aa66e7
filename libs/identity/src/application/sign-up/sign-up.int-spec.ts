import { aCaller, aSignUp, identityWorld, type IdentityWorld, PASSWORD, worldsOf } from '../../testing';

describe('Signing up', () => {
  const newWorld = worldsOf(identityWorld);
  let world: IdentityWorld;
  beforeEach(() => {
    world = newWorld();
  });

  it('opens an account with its owner, a wallet and five dollars', async () => {
    const signedUp = await world.signUp.signUp(
      aSignUp({ email: 'Countess@Example.com', company: 'Analytical Engines' }),
    );
    expect(signedUp).toMatchObject({
      email: 'countess@example.com',
      tier: 'self_serve',
      nextStep: 'verify_email',
      verificationEmailSent: true,
      trialCreditCents: 500,
    });
    expect(await world.stored.account(signedUp.accountId)).toMatchObject({
      name: 'Analytical Engines',
      country: 'GB',
      status: 'active',
      billingMode: 'prepaid',
    });
    const { accountId, userId } = signedUp;
    expect(await world.db.run(() => world.stores.memberships.lock(accountId, userId))).toMatchObject({ role: 'owner' });
    expect(world.wallets.balances.get(accountId)).toBe(500);
    const data = { account_id: accountId, user_id: userId };
    expect(await world.stored.events(accountId)).toEqual([{ type: 'account.created', accountId, data }]);
  });

  it('names the account after the person when there is no company', async () => {
    const { accountId } = await world.signUp.signUp(aSignUp({ name: 'Ada Lovelace' }));
    expect((await world.stored.account(accountId)).name).toBe('Ada Lovelace');
  });

  it('stores the profile, and only the hash of the password', async () => {
    const said = { phoneE164: '+442071838750', intendedUse: 'itsp', marketingOptIn: true } as const;
    const { userId } = await world.signUp.signUp(aSignUp(said));
    const user = await world.stored.user(userId);
    expect(user).toMatchObject({ ...said, passwordHash: `hash of ${PASSWORD}`, emailVerifiedAt: null });
    expect(Object.keys(user)).not.toContain('password');
  });

  it('sends a link whose secret is not stored', async () => {
    const { email, accountId } = await world.signUp.signUp(aSignUp({ name: '<b>Ada</b> & "Co"' }));
    const [mail] = world.mails.sent;
    expect(mail).toMatchObject({ to: email, accountId, subject: 'Verify your email address' });
    expect(mail!.text).toContain('/verify-email?token=');
    expect(mail!.html).toContain('&lt;b&gt;Ada&lt;/b&gt; &amp; &quot;Co&quot;');
    const secret = world.mails.tokenTo(email);
    const rows = await world.db.query<{ row: string }>(`SELECT t::text AS row FROM identity.one_time_tokens t`);
    expect(rows.length).toBeGreaterThan(0);
    for (const form of [secret, Buffer.from(secret).toString('hex')]) expect(JSON.stringify(rows)).not.toContain(form);
  });

  it('refuses a known address in any spelling', async () => {
    const { email } = await world.signUp.signUp(aSignUp());
    const before = await world.stored.count('identity.accounts');
    const again = world.signUp.signUp(aSignUp({ email: email.replace('ada', 'ADA') }));
    await expect(again).rejects.toMatchObject({ code: 'email_in_use' });
    expect(await world.stored.count('identity.accounts')).toBe(before);
  });

  it('returns the first result to a retry of the same operation', async () => {
    const input = aSignUp();
    const first = await world.signUp.signUp(input);
    expect(await world.signUp.signUp(input)).toEqual(first);
    expect(world.mails.sent).toHaveLength(1);
    expect(world.wallets.balances.size).toBe(1);
  });

  it.each(['short', 'password', 'x'.repeat(129)])('refuses the password %s', async (password) => {
    const input = aSignUp({ password });
    await expect(world.signUp.signUp(input)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { password: expect.any(String) },
    });
    expect(await world.stores.users.findByEmail(input.email)).toBeNull();
  });

  it('refuses an unsolved captcha', async () => {
    world.captcha.passes = false;
    await expect(world.signUp.signUp(aSignUp())).rejects.toMatchObject({
      fields: { captcha_token: expect.any(String) },
    });
  });

  it('is screened by email, country and network; a block leaves only a login event', async () => {
    world.fraud.decision = 'block';
    const rows = async () => [
      await world.stored.count('identity.users'),
      await world.stored.count('identity.accounts'),
      await world.stored.count('platform.outbox'),
    ];
    const before = await rows();
    const input = aSignUp({ caller: { ip: '::ffff:203.0.113.9', userAgent: 'curl/8' } });
    await expect(world.signUp.signUp(input)).rejects.toMatchObject({ code: 'fraud_blocked' });
    expect(world.fraud.screened).toEqual([{ email: input.email, country: 'GB', ip: '203.0.113.9' }]);
    expect(await rows()).toEqual(before);
    expect(world.mails.sent).toEqual([]);
    const event = { outcome: 'fraud_screen_blocked', fraudDecision: 'block', userId: null, ip: '203.0.113.9' };
    expect((await world.stored.loginEvents()).at(-1)).toMatchObject(event);
  });

  it('opens in tier manual_review when screening asks for a review', async () => {
    world.fraud.decision = 'review';
    const { accountId, tier, userId } = await world.signUp.signUp(aSignUp());
    expect(tier).toBe('manual_review');
    expect(await world.stored.account(accountId)).toMatchObject({ tier: 'manual_review', status: 'active' });
    expect(await world.stored.loginEvents(userId)).toMatchObject([
      { outcome: 'fraud_screen_review', fraudDecision: 'review', userId },
    ]);
  });

  it('counts its email, and sends it even when the allowance is used up', async () => {
    world.allowance.left = 0;
    const { email } = await world.signUp.signUp(aSignUp({ caller: aCaller }));
    expect(world.allowance.taken).toEqual([email]);
    expect(world.mails.sent).toHaveLength(1);
  });
});

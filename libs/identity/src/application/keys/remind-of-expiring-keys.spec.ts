import { addDays, unixSeconds } from '@trunkline/kernel';
import { NoTransactor } from '@trunkline/kernel/testing';
import { aPrincipal, aVerifiedUser, identityWorld, MemoryKeyReminders } from '../../testing';
import { RemindOfExpiringKeys } from './remind-of-expiring-keys';

const DAY_S = 86_400;

describe('the reminder of an expiring key', () => {
  const open = async () => {
    const world = identityWorld();
    const { accountId, userId, email } = await aVerifiedUser(world);
    const reminders = new MemoryKeyReminders(world.state);
    const remind = new RemindOfExpiringKeys(new NoTransactor(), reminders, world.mails, world.events, world.clock);
    const make = async (days: number) => {
      const wanted = { name: 'Deploy', scopes: ['*'], allowedCidrs: [], expiresAt: addDays(world.clock.now(), days) };
      return (await world.apiKeys.create(aPrincipal({ accountId, userId }), wanted)).apiKey;
    };
    const told = () => world.mails.sent.filter(({ key }) => key.startsWith('api_key_expiring:'));
    const published = () => world.events.published.filter(({ type }) => type === 'api_key.expiring');
    return { world, remind, make, told, published, accountId, email };
  };

  it('is one mail and one event, 14 days before the end', async () => {
    const { world, remind, make, told, published, accountId, email } = await open();
    const key = await make(30);
    world.clock.advance(16 * DAY_S - 1);
    expect(await remind.execute()).toBe(0);
    world.clock.advance(1);
    expect(await remind.execute()).toBe(1);
    expect(await remind.execute()).toBe(0);
    const end = unixSeconds(key.expiresAt!);
    expect(told()).toMatchObject([
      { accountId, to: email, subject: 'One of your API keys expires soon', key: `api_key_expiring:${key.id}:${end}` },
    ]);
    expect(told()[0]!.text).toContain(key.prefixDisplay);
    const data = { api_key_id: key.id, name: 'Deploy', prefix_display: key.prefixDisplay, expires_at: end };
    expect(published()).toEqual([{ type: 'api_key.expiring', accountId, data }]);
  });

  it('comes again, as another mail, for another end', async () => {
    const { world, remind, make, told, accountId } = await open();
    const { id, expiresAt } = await make(30);
    world.clock.advance(16 * DAY_S);
    await remind.execute();
    await world.apiKeys.change(accountId, id, { expiresAt: addDays(expiresAt!, -7) });
    expect(await remind.execute()).toBe(1);
    expect(new Set(told().map(({ key }) => key)).size).toBe(2);
  });

  it('gets through more keys than one transaction holds', async () => {
    const { world, remind, told, accountId } = await open();
    const { apiKey } = await world.apiKeys.create(
      aPrincipal({ accountId, userId: world.state.memberships[0]!.userId }),
      {
        name: 'Deploy',
        scopes: ['*'],
        allowedCidrs: [],
        expiresAt: addDays(world.clock.now(), 30),
      },
    );
    for (let n = 0; n < 250; n++) {
      const copy = Object.assign(Object.create(Object.getPrototypeOf(apiKey) as object) as typeof apiKey, apiKey);
      await world.stores.apiKeys.add(Object.assign(copy, { id: `key_${n}` }));
    }
    world.clock.advance(16 * DAY_S);
    expect(await remind.execute()).toBe(251);
    expect(told()).toHaveLength(251);
  });
});

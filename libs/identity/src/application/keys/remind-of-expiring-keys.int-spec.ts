import { addDays, unixSeconds } from '@trunkline/kernel';
import { aPrincipal, aVerifiedUser, identityWorld, worldsOf } from '../../testing';
import { StoredKeyReminders } from '../../infrastructure/keys/key-reminders';
import { RemindOfExpiringKeys } from './remind-of-expiring-keys';

const DAY_S = 86_400;

describe('the reminder of an expiring key', () => {
  const newWorld = worldsOf(identityWorld);
  const open = async () => {
    const world = newWorld();
    const { accountId, userId, email } = await aVerifiedUser(world);
    // Leaves nothing due from another test.
    await world.db.query(`UPDATE identity.api_keys SET reminder_due_at = NULL`);
    const reminders = new StoredKeyReminders(world.db);
    const remind = new RemindOfExpiringKeys(world.db, reminders, world.mails, world.events, world.clock);
    const make = async (days: number) => {
      const wanted = { name: 'Deploy', scopes: ['*'], allowedCidrs: [], expiresAt: addDays(world.clock.now(), days) };
      return (await world.apiKeys.create(aPrincipal({ accountId, userId }), wanted)).apiKey;
    };
    const sentReminders = () => world.mails.sent.filter(({ key }) => key.startsWith('api_key_expiring:'));
    const published = () => world.stored.events(accountId, 'api_key.expiring');
    return { world, remind, make, sentReminders, published, accountId, email };
  };

  it('is one mail and one event, 14 days before the end', async () => {
    const { world, remind, make, sentReminders, published, accountId, email } = await open();
    const key = await make(30);
    world.clock.advance(16 * DAY_S - 1);
    expect(await remind.remind()).toBe(0);
    world.clock.advance(1);
    expect(await remind.remind()).toBe(1);
    expect(await remind.remind()).toBe(0);
    const end = unixSeconds(key.expiresAt!);
    expect(sentReminders()).toMatchObject([
      { accountId, to: email, subject: 'One of your API keys expires soon', key: `api_key_expiring:${key.id}:${end}` },
    ]);
    expect(sentReminders()[0]!.text).toContain(key.prefixDisplay);
    const data = { api_key_id: key.id, name: 'Deploy', prefix_display: key.prefixDisplay, expires_at: end };
    expect(await published()).toEqual([{ type: 'api_key.expiring', accountId, data }]);
  });

  it('comes again, as another mail, for another end', async () => {
    const { world, remind, make, sentReminders, accountId } = await open();
    const { id, expiresAt } = await make(30);
    world.clock.advance(16 * DAY_S);
    await remind.remind();
    await world.apiKeys.change(accountId, id, { expiresAt: addDays(expiresAt!, -7) });
    expect(await remind.remind()).toBe(1);
    expect(new Set(sentReminders().map(({ key }) => key)).size).toBe(2);
  });

  it('processes more keys than one transaction holds', async () => {
    const { world, remind, make, sentReminders } = await open();
    const { id } = await make(30);
    await world.db.query(
      `INSERT INTO identity.api_keys
       SELECT (jsonb_populate_record(k, jsonb_build_object('id', k.id || n, 'key_hash', sha256(n::text::bytea)))).*
       FROM identity.api_keys k, generate_series(1, 250) n WHERE k.id = $1`,
      [id],
    );
    world.clock.advance(16 * DAY_S);
    expect(await remind.remind()).toBe(251);
    expect(sentReminders()).toHaveLength(251);
  });
});

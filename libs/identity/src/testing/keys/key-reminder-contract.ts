import { addDays, addSeconds, type Transactor } from '@trunkline/kernel';
import type { KeyReminders } from '../../application/keys/ports';
import { ApiKey } from '../../domain/keys/api-key';
import { type IdentityStores, storedOwner } from '../store-contract';

const made = new Date('2026-03-01T12:00:00Z');
const end = addDays(made, 30);
const due = addDays(end, -14);
const LIMIT = 100;

/** The contract of the reminder store. */
export function describeKeyReminders(
  name: string,
  open: () => { reminders: KeyReminders; stores: IdentityStores; tx: Transactor },
): void {
  describe(name, () => {
    let reminders: KeyReminders;
    let stores: IdentityStores;
    let tx: Transactor;
    beforeEach(async () => {
      ({ reminders, stores, tx } = open());
      await reminders.take(addDays(made, 10_000), LIMIT);
    });

    /** A key of an owner, in whatever state `change` brings it to. */
    const kept = async (change: (key: ApiKey) => void = () => undefined, expiresAt: Date | null = end) => {
      const { account, user } = await storedOwner(stores);
      const wanted = { accountId: account.id, userId: user.id, name: 'ci', scopes: ['*'], allowedCidrs: [], expiresAt };
      const { apiKey } = ApiKey.issue(wanted, made);
      change(apiKey);
      await stores.apiKeys.add(apiKey);
      return { account, user, apiKey };
    };

    it('gives out what is owed, once, from the second on that it is due', async () => {
      const { account, user, apiKey } = await kept();
      expect(await reminders.take(addSeconds(due, -1), LIMIT)).toEqual({ taken: 0, due: [] });
      expect(await reminders.take(due, LIMIT)).toEqual({
        taken: 1,
        due: [
          {
            keyId: apiKey.id,
            accountId: account.id,
            keyName: 'ci',
            prefixDisplay: apiKey.prefixDisplay,
            expiresAt: end,
            userName: user.name,
            email: user.email,
          },
        ],
      });
      expect(await reminders.take(due, LIMIT)).toEqual({ taken: 0, due: [] });
    });

    it('gives it out again when the end has moved', async () => {
      const { account, apiKey } = await kept();
      await reminders.take(due, LIMIT);
      await tx.run(async () => {
        const key = await stores.apiKeys.lock(account.id, apiKey.id);
        key.change({ expiresAt: addDays(end, -1) }, due);
        await stores.apiKeys.save(key);
      });
      expect(await reminders.take(due, LIMIT)).toMatchObject({
        due: [{ keyId: apiKey.id, expiresAt: addDays(end, -1) }],
      });
    });

    it('gives out none for keys that have no end, were made for less than 14 days, or are revoked', async () => {
      await kept(undefined, null);
      await kept(undefined, addDays(made, 14));
      await kept((key) => key.revoke(made));
      expect(await reminders.take(end, LIMIT)).toEqual({ taken: 0, due: [] });
    });

    it('gives out the one of a rotated key for the key that took its place', async () => {
      let next: ApiKey | undefined;
      const { user } = await kept((key) => {
        next = key.rotate({ userId: key.userId, graceSeconds: 7 * 86_400 }, made).apiKey;
      });
      await stores.apiKeys.add(next!);
      expect((await reminders.take(due, LIMIT)).due).toMatchObject([{ keyId: next!.id, email: user.email }]);
    });

    it('lets what is owed lapse when the key has ended meanwhile', async () => {
      await kept();
      expect(await reminders.take(end, LIMIT)).toEqual({ taken: 1, due: [] });
      expect(await reminders.take(due, LIMIT)).toEqual({ taken: 0, due: [] });
    });

    it('lets what is owed lapse when its user is no member any more, or the account is closed', async () => {
      const { account } = await storedOwner(stores);
      const { user } = await storedOwner(stores);
      const wanted = {
        accountId: account.id,
        userId: user.id,
        name: 'ci',
        scopes: ['*'],
        allowedCidrs: [],
        expiresAt: end,
      };
      await stores.apiKeys.add(ApiKey.issue(wanted, made).apiKey);
      const { account: closing } = await kept();
      await tx.run(async () => {
        const locked = await stores.accounts.lock(closing.id);
        locked.requestClosure(addDays(made, -31));
        locked.close(made);
        await stores.accounts.save(locked);
      });
      expect(await reminders.take(due, LIMIT)).toEqual({ taken: 2, due: [] });
    });

    it('gives out the longest owed first, and no more than it is asked for', async () => {
      const late = await kept(undefined, addDays(end, 1));
      const early = await kept(undefined, end);
      const at = addDays(due, 1);
      expect((await reminders.take(at, 1)).due).toMatchObject([{ keyId: early.apiKey.id }]);
      expect((await reminders.take(at, 1)).due).toMatchObject([{ keyId: late.apiKey.id }]);
    });
  });
}

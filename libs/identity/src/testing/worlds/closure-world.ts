import { newId, type Principal } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { CloseAccount } from '../../application/closure/close-account';
import { CloseAccounts } from '../../application/closure/close-accounts';
import { ClosureObstacles } from '../../application/closure/closure-obstacles';
import { ClosureNotices } from '../../application/closure/closure-notices';
import { ClosureSteps } from '../../application/closure/closure-steps';
import { type ClosureInput, Closures } from '../../application/closure/closures';
import { PayOutLateMoney } from '../../application/closure/pay-out-late-money';
import { OwnerReauthentication } from '../../application/closure/owner-reauthentication';
import { StoredClosureRequests } from '../../infrastructure/closure-request.repository';
import {
  StoredAccountAccess,
  StoredAccountOwners,
  StoredCompletedClosures,
  StoredDueAccounts,
} from '../../infrastructure/closing-accounts';
import { StoredInvitations } from '../../infrastructure/members/invitation.repository';
import { FakeAutoRecharges, FakeClosureTargets, FakeRunningPorts } from '../fakes';
import { aCaller, aPrincipal, aVerifiedUser, PASSWORD } from './identity-world';
import { mfaWorld } from './mfa-world';

export function closureStores(db: Database) {
  return {
    closures: new StoredClosureRequests(db),
    completed: new StoredCompletedClosures(db),
    due: new StoredDueAccounts(db),
    owners: new StoredAccountOwners(db),
    access: new StoredAccountAccess(db),
  };
}

/** The closure use cases, with fakes for other contexts. */
export function closureWorld(db: Database) {
  const world = mfaWorld(db);
  const { audit, clock, events, mails, wallets, accountMembers } = world;
  const { accounts, users } = world.stores;
  const { closures, completed, due, owners, access } = closureStores(db);
  const foreign = new FakeClosureTargets();
  const recharges = new FakeAutoRecharges();
  const ports = new FakeRunningPorts();
  const obstacles = new ClosureObstacles(wallets, ports);
  const invitations = new StoredInvitations(db);
  const notices = new ClosureNotices(owners, mails, events, audit);
  const proof = new OwnerReauthentication(db, users, world.reauthentication, world.codeVerification, clock);
  const steps = new ClosureSteps(db, foreign, foreign, foreign, foreign, access, invitations, clock);
  const closeAccount = new CloseAccount(db, accounts, closures, steps, notices, clock);
  return {
    ...world,
    foreign,
    recharges,
    ports,
    closeAccount,
    stepsDone: async (closureId: string) => [...(await closures.stepsDone(closureId))],
    closures: new Closures(db, proof, accountMembers, accounts, closures, obstacles, recharges, notices, clock),
    closeAccounts: new CloseAccounts(due, closeAccount, clock),
    payOutLateMoney: new PayOutLateMoney(completed, foreign),
  };
}

export type ClosureWorld = ReturnType<typeof closureWorld>;

/** Creates an account and returns its owner's session. */
export async function anOwner(world: ClosureWorld) {
  const { accountId, userId, email, sessionId } = await aVerifiedUser(world);
  const signedInAt = world.clock.now();
  const who = aPrincipal({ accountId, userId, credentialId: sessionId, signedInAt });
  return { accountId, userId, email, who };
}

/** A valid closure request of an owner from `anOwner`. */
export function aClosureInput(who: Principal, change: Partial<ClosureInput> = {}): ClosureInput {
  const proof = { who, caller: aCaller, password: PASSWORD, code: null };
  const reasons = { reason: null, reasonCategory: null };
  return { ...proof, ...reasons, operationId: newId('op'), confirmName: 'Ada Lovelace', ...change };
}

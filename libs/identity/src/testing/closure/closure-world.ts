import { type Clock, type EventBus, newId, type Principal, type Transactor } from '@trunkline/kernel';
import { NoTransactor } from '@trunkline/kernel/testing';
import type { Database } from '@trunkline/platform';
import { testEventBus } from '@trunkline/platform/testing';
import { ClosureSteps } from '../../application/closure/closure-steps';
import { CloseAccount } from '../../application/closure/close-account';
import { CloseAccounts } from '../../application/closure/close-accounts';
import { ClosureNotices } from '../../application/closure/closure-notices';
import { OwnerReauthentication } from '../../application/closure/owner-reauthentication';
import { Closures } from '../../application/closure/closures';
import type { ClosureAudit } from '../../application/closure/ports';
import { type ClosureInput, RequestClosure } from '../../application/closure/request-closure';
import { Invitations } from '../../application/members/invitations';
import { AccountMembers } from '../../application/members/account-members';
import {
  type ClosureStores,
  databaseClosureAudit,
  databaseClosureStores,
  FakeAutoRecharges,
  FakeClosureAudit,
  FakeClosureTargets,
  memoryClosureStores,
} from './closure-stores';
import { aCaller, aPrincipal, aVerifiedUser, PASSWORD } from '../identity-world';
import {
  databaseMemberStores,
  FakeMemberAudit,
  memoryMemberStores,
  type MemberStores,
} from '../members/members-stores';
import { databaseMfaWorld, type DatabaseMfaWorld, mfaWorld, type MfaWorld } from '../mfa/mfa-world';

interface WorldSetup {
  readonly closing: ClosureStores;
  readonly members: MemberStores;
  readonly audit: ClosureAudit;
  readonly tx: Transactor;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** The closure use cases over an existing world, with fakes for other contexts. */
function closureOver(world: MfaWorld | DatabaseMfaWorld, setup: WorldSetup) {
  const { closing, members, audit, tx, events, clock } = setup;
  const { accounts, users, memberships } = world.stores;
  const foreign = new FakeClosureTargets();
  const recharges = new FakeAutoRecharges();
  const accountMembers = new AccountMembers(accounts, memberships);
  const invitations = new Invitations(tx, members.invitations, members.invitationQueries, new FakeMemberAudit(), clock);
  const notices = new ClosureNotices(closing.owners, world.mails, events, audit);
  const reauthentication = new OwnerReauthentication(tx, users, world.reauthentication, world.codeVerification, clock);
  const steps = new ClosureSteps(tx, foreign, foreign, foreign, foreign, closing.access, invitations, clock);
  const closeAccount = new CloseAccount(tx, accounts, closing.closures, steps, notices, clock);
  return {
    closing,
    foreign,
    recharges,
    closeAccount,
    requestClosure: new RequestClosure(
      reauthentication,
      accountMembers,
      accounts,
      closing.closures,
      world.wallets,
      recharges,
      notices,
      clock,
    ),
    closures: new Closures(tx, accountMembers, accounts, closing.closures, notices, clock),
    closeAccounts: new CloseAccounts(closing.due, closeAccount, clock),
  };
}

export function closureWorld() {
  const world = mfaWorld();
  const { state, events, clock } = world;
  const audit = new FakeClosureAudit();
  const stores = { closing: memoryClosureStores(state), members: memoryMemberStores(state) };
  return { ...world, ...closureOver(world, { ...stores, audit, tx: new NoTransactor(), events, clock }), audit };
}

export function databaseClosureWorld(db: Database) {
  const world = databaseMfaWorld(db);
  const { clock } = world;
  const stores = { closing: databaseClosureStores(db), members: databaseMemberStores(db) };
  const setup = { ...stores, audit: databaseClosureAudit(db), tx: db, events: testEventBus(db, clock), clock };
  return { ...world, ...closureOver(world, setup) };
}

export type ClosureWorld = ReturnType<typeof closureWorld>;
export type DatabaseClosureWorld = ReturnType<typeof databaseClosureWorld>;

/** Creates an account and returns its owner's session. */
export async function anOwner(world: ClosureWorld | DatabaseClosureWorld) {
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

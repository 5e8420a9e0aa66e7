import { type Clock, type EventBus, newId, type Principal, type Transactor } from '@trunkline/kernel';
import { NoTransactor } from '@trunkline/kernel/testing';
import type { Database } from '@trunkline/platform';
import { testEventBus } from '@trunkline/platform/testing';
import { Belongings, ForeignBelongings } from '../../application/closure/belongings';
import { CloseAccount } from '../../application/closure/close-account';
import { CloseAccounts } from '../../application/closure/close-accounts';
import { ClosingWallet } from '../../application/closure/closing-wallet';
import { ClosureNotices } from '../../application/closure/closure-notices';
import { ClosureProof } from '../../application/closure/closure-proof';
import { Closures } from '../../application/closure/closures';
import type { ClosureAudit } from '../../application/closure/ports';
import { type ClosureWish, RequestClosure } from '../../application/closure/request-closure';
import { Invitations } from '../../application/members/invitations';
import { Team } from '../../application/members/team';
import {
  type ClosureStores,
  databaseClosureAudit,
  databaseClosureStores,
  FakeAutoRecharges,
  FakeClosureAudit,
  FakeForeign,
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

interface Ground {
  readonly closing: ClosureStores;
  readonly members: MemberStores;
  readonly audit: ClosureAudit;
  readonly tx: Transactor;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** The use cases of the end of an account over a world that has all others; other contexts are faked. */
function closureOver(world: MfaWorld | DatabaseMfaWorld, ground: Ground) {
  const { closing, members, audit, tx, events, clock } = ground;
  const { accounts, users, memberships } = world.stores;
  const [foreign, recharges] = [new FakeForeign(), new FakeAutoRecharges()];
  const team = new Team(accounts, memberships);
  const invitations = new Invitations(tx, members.invitations, members.invitationQueries, new FakeMemberAudit(), clock);
  const notices = new ClosureNotices(closing.owners, world.mails, events, audit);
  const proof = new ClosureProof(tx, users, world.reauthentication, world.proof, clock);
  const wallet = new ClosingWallet(world.wallets, recharges);
  const others = new ForeignBelongings(foreign, foreign, foreign, foreign);
  const belongings = new Belongings(tx, others, closing.access, invitations, clock);
  const closeAccount = new CloseAccount(tx, accounts, closing.closures, belongings, notices, clock);
  return {
    ...{ closing, foreign, recharges, closeAccount },
    requestClosure: new RequestClosure(proof, team, accounts, closing.closures, wallet, notices, clock),
    closures: new Closures(tx, team, accounts, closing.closures, notices, clock),
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
  const ground = { ...stores, audit: databaseClosureAudit(db), tx: db, events: testEventBus(db, clock), clock };
  return { ...world, ...closureOver(world, ground) };
}

export type ClosureWorld = ReturnType<typeof closureWorld>;
export type DatabaseClosureWorld = ReturnType<typeof databaseClosureWorld>;

/** An account with its owner, as a session of the owner, and its name. */
export async function anOwner(world: ClosureWorld | DatabaseClosureWorld) {
  const { accountId, userId, email, sessionId } = await aVerifiedUser(world);
  const signedInAt = world.clock.now();
  const who = aPrincipal({ accountId, userId, credentialId: sessionId, signedInAt });
  return { accountId, userId, email, who };
}

/** What an owner sends who wants to close the account of `aVerifiedUser`. */
export function aWish(who: Principal, change: Partial<ClosureWish> = {}): ClosureWish {
  const proof = { who, caller: aCaller, password: PASSWORD, code: null };
  const reasons = { reason: null, reasonCategory: null };
  return { ...proof, ...reasons, operationId: newId('op'), confirmName: 'Ada Lovelace', ...change };
}

import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, Database, implement } from '@trunkline/platform';
import { Belongings, ForeignBelongings } from '../application/closure/belongings';
import { CloseAccount } from '../application/closure/close-account';
import { CloseAccounts } from '../application/closure/close-accounts';
import { ClosingWallet } from '../application/closure/closing-wallet';
import { ClosureNotices } from '../application/closure/closure-notices';
import { ClosureProof } from '../application/closure/closure-proof';
import { Closures } from '../application/closure/closures';
import * as ports from '../application/closure/ports';
import { RequestClosure } from '../application/closure/request-closure';
import { Invitations } from '../application/members/invitations';
import { Team } from '../application/members/team';
import { CodeProof } from '../application/mfa/code-proof';
import { AccountRepository, UserRepository, Wallets } from '../application/ports';
import { Reauthentication } from '../application/sign-in/reauthentication';
import { PostgresClosureRequestRepository } from '../infrastructure/closure/closure-request.repository';
import {
  PostgresAccountAccess,
  PostgresAccountOwners,
  PostgresDueAccounts,
} from '../infrastructure/closure/postgres-closing-accounts';
import { RequestClosures1795000106000 } from '../infrastructure/migrations/request-closures';
import type { Wiring } from './wiring';

const { ClosureRequestRepository, DueAccounts, AccountOwners, AccountAccess, ClosureAudit } = ports;
const { NumberReleases, RouteArchive, PersonalDataKeys, PayOuts, AutoRecharges } = ports;

const adapters = [
  implement(ClosureRequestRepository, PostgresClosureRequestRepository, [Database]),
  implement(DueAccounts, PostgresDueAccounts, [Database]),
  implement(AccountOwners, PostgresAccountOwners, [Database]),
  implement(AccountAccess, PostgresAccountAccess, [Database]),
  alias(ClosureAudit, AuditTrail),
];

const parts = [
  bind(ClosureNotices, [AccountOwners, Mails, EventBus, ClosureAudit]),
  bind(ClosingWallet, [Wallets, AutoRecharges]),
  bind(ClosureProof, [Transactor, UserRepository, Reauthentication, CodeProof, Clock]),
  bind(ForeignBelongings, [NumberReleases, RouteArchive, PersonalDataKeys, PayOuts]),
  bind(Belongings, [Transactor, ForeignBelongings, AccountAccess, Invitations, Clock]),
  bind(CloseAccount, [Transactor, AccountRepository, ClosureRequestRepository, Belongings, ClosureNotices, Clock]),
];

const faces = [
  bind(RequestClosure, [
    ClosureProof,
    Team,
    AccountRepository,
    ClosureRequestRepository,
    ClosingWallet,
    ClosureNotices,
    Clock,
  ]),
  bind(Closures, [Transactor, Team, AccountRepository, ClosureRequestRepository, ClosureNotices, Clock]),
  bind(CloseAccounts, [DueAccounts, CloseAccount, Clock]),
];

/** The end of an account: requested, cancelled, and carried out when its grace is over. */
export const closureWiring: Wiring = {
  providers: [...adapters, ...parts],
  faces,
  schemas: [],
  migrations: [RequestClosures1795000106000],
};

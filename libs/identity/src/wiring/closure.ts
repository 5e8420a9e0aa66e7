import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, Database, implement, type Wiring } from '@trunkline/platform';
import { CloseAccount } from '../application/closure/close-account';
import { CloseAccounts } from '../application/closure/close-accounts';
import { ClosureNotices } from '../application/closure/closure-notices';
import { ClosureSteps } from '../application/closure/closure-steps';
import { ClosureObstacles } from '../application/closure/closure-obstacles';
import { Closures } from '../application/closure/closures';
import { PayOutLateMoney } from '../application/closure/pay-out-late-money';
import { OwnerReauthentication } from '../application/closure/owner-reauthentication';
import {
  AccountAccess,
  AccountOwners,
  AutoRecharges,
  RunningPorts,
  ClosureAudit,
  ClosureRequestRepository,
  CompletedClosures,
  DueAccounts,
  NumberReleases,
  PayOuts,
  PersonalDataKeys,
  RouteArchive,
} from '../application/closure/ports';
import { AccountMembers } from '../application/members/account-members';
import { InvitationRepository } from '../application/members/ports';
import { CodeVerification } from '../application/mfa/code-verification';
import { AccountRepository, UserRepository, Wallets } from '../application/ports';
import { Reauthentication } from '../application/sign-in/reauthentication';
import { StoredClosureRequests } from '../infrastructure/closure-request.repository';
import {
  StoredAccountAccess,
  StoredAccountOwners,
  StoredCompletedClosures,
  StoredDueAccounts,
} from '../infrastructure/closing-accounts';
import { RequestClosures1795000106000 } from '../infrastructure/migrations/request-closures';

/** The closure of accounts. */
export const closureWiring: Wiring = {
  providers: [
    implement(ClosureRequestRepository, StoredClosureRequests, [Database]),
    implement(DueAccounts, StoredDueAccounts, [Database]),
    implement(CompletedClosures, StoredCompletedClosures, [Database]),
    implement(AccountOwners, StoredAccountOwners, [Database]),
    implement(AccountAccess, StoredAccountAccess, [Database]),
    alias(ClosureAudit, AuditTrail),
    bind(ClosureNotices, [AccountOwners, Mails, EventBus, ClosureAudit]),
    bind(OwnerReauthentication, [Transactor, UserRepository, Reauthentication, CodeVerification, Clock]),
    bind(ClosureSteps, [
      Transactor,
      NumberReleases,
      RouteArchive,
      PersonalDataKeys,
      PayOuts,
      AccountAccess,
      InvitationRepository,
      Clock,
    ]),
    bind(CloseAccount, [Transactor, AccountRepository, ClosureRequestRepository, ClosureSteps, ClosureNotices, Clock]),
  ],
  exported: [
    bind(ClosureObstacles, [Wallets, RunningPorts]),
    bind(Closures, [
      Transactor,
      OwnerReauthentication,
      AccountMembers,
      AccountRepository,
      ClosureRequestRepository,
      ClosureObstacles,
      AutoRecharges,
      ClosureNotices,
      Clock,
    ]),
    bind(CloseAccounts, [DueAccounts, CloseAccount, Clock]),
    bind(PayOutLateMoney, [CompletedClosures, PayOuts]),
  ],
  migrations: [RequestClosures1795000106000],
};

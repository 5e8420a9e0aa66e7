import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, Database, implement, type Wiring } from '@trunkline/platform';
import { MfaMails } from '../application/mfa/mfa-mails';
import { SecondFactorRepository } from '../application/mfa/ports';
import { OperatorAccounts } from '../application/operator/operator-accounts';
import {
  AccountNumbers,
  BillingTerms,
  CallPricing,
  OperatorAccountQueries,
  OperatorAudit,
} from '../application/operator/ports';
import { ResetMfa } from '../application/operator/reset-mfa';
import { AdministerAccount } from '../application/operator/administer-account';
import { AccountRepository, MembershipRepository, UserRepository, Wallets } from '../application/ports';
import { RevokeSessions } from '../application/sessions/revoke-sessions';
import { IndexAccounts1795000108000 } from '../infrastructure/migrations/index-accounts';
import { LimitCalls1795000116000 } from '../infrastructure/migrations/limit-calls';
import { TellSuspensionsApart1795000109500 } from '../infrastructure/migrations/tell-suspensions-apart';
import { OperatorAccountReads } from '../infrastructure/operator-account-queries';

/** What operators read and change. */
export const operatorWiring: Wiring = {
  providers: [alias(OperatorAudit, AuditTrail)],
  exported: [
    implement(OperatorAccountQueries, OperatorAccountReads, [Database]),
    bind(OperatorAccounts, [OperatorAccountQueries, Wallets, AccountNumbers, CallPricing, Clock]),
    bind(AdministerAccount, [Transactor, AccountRepository, BillingTerms, CallPricing, OperatorAudit, EventBus, Clock]),
    bind(ResetMfa, [
      Transactor,
      UserRepository,
      MembershipRepository,
      SecondFactorRepository,
      RevokeSessions,
      MfaMails,
      OperatorAudit,
    ]),
  ],
  migrations: [IndexAccounts1795000108000, LimitCalls1795000116000, TellSuspensionsApart1795000109500],
};

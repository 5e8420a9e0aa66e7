import { ActorNames, Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { AccountDirectory } from '../application/accounts/account-directory';
import { Accounts } from '../application/accounts/accounts';
import { DebtSuspension } from '../application/accounts/debt-suspension';
import {
  AccountQueries,
  AccountRepository,
  BalanceAlerts,
  NumberHistory,
  OutboundCountries,
  Wallets,
} from '../application/ports';
import { OperatorAudit } from '../application/operator/ports';
import { AccountReads } from '../infrastructure/account-queries';
import { StoredActorNames } from '../infrastructure/actor-names';
import { StoredAccounts } from '../infrastructure/account.repository';
import { AddBillingDetails1795020801000 } from '../infrastructure/migrations/add-billing-details';
import { CloseOutbound1795020780000 } from '../infrastructure/migrations/close-outbound';
import { CreateIdentity1795000100000 } from '../infrastructure/migrations/create-identity';
import { NoteAccountStates1795000101000 } from '../infrastructure/migrations/note-account-states';

/** Accounts and their settings. */
export const accountsWiring: Wiring = {
  providers: [
    implement(AccountRepository, StoredAccounts, [Database]),
    implement(AccountQueries, AccountReads, [Database]),
  ],
  exported: [
    bind(Accounts, [
      Transactor,
      AccountRepository,
      AccountQueries,
      Wallets,
      NumberHistory,
      BalanceAlerts,
      OutboundCountries,
    ]),
    bind(AccountDirectory, [AccountQueries]),
    implement(ActorNames, StoredActorNames, [Database]),
    bind(DebtSuspension, [Transactor, AccountRepository, OperatorAudit, EventBus, Clock]),
  ],
  migrations: [
    CreateIdentity1795000100000,
    NoteAccountStates1795000101000,
    CloseOutbound1795020780000,
    AddBillingDetails1795020801000,
  ],
};

import { CheckRegistrations, RegisterNumbers, SupplierErasures } from '@trunkline/numbering';
import { Log, Metrics, type Schedule } from '@trunkline/platform';
import type { Use } from './use';

/** Returns the schedules that register end users with suppliers, and report the outcomes. See docs/operations.md#metrics. */
export function registrationSchedules(use: Use): readonly Schedule[] {
  const registerNumbers = use(RegisterNumbers);
  const log = use(Log);
  const outcomes = use(Metrics).counter({
    name: 'trunkline_registration_attempts_total',
    help: 'Attempts to register a number with its supplier, by outcome: under_review, registered, rejected, withdrawn, busy, error (both retried), failed.',
    labels: ['supplier', 'outcome'],
  });
  const run = async () => {
    for (const { registration, outcome, error } of await registerNumbers.register()) {
      const { id, accountId, numberId, supplier, failedAttempts } = registration;
      outcomes.inc({ supplier, outcome });
      const fields = { registrationId: id, accountId, numberId, supplier };
      if (outcome === 'failed') log.error({ err: error, ...fields, failedAttempts }, 'a registration failed for good');
      if (outcome === 'error') log.warn({ err: error, ...fields, failedAttempts }, 'a registration will be retried');
    }
  };
  return [{ name: 'register-end-users', cron: '* * * * *', run }, checkSchedule(use), erasureSchedule(use)];
}

/** Checks whether suppliers still accept what they have registered. */
function checkSchedule(use: Use): Schedule {
  const checkRegistrations = use(CheckRegistrations);
  const log = use(Log);
  const outcomes = use(Metrics).counter({
    name: 'trunkline_registration_checks_total',
    help: 'Daily checks of registered numbers with their supplier, by outcome: registered, unclear, reported (a revocation, to be confirmed), revoked, changed (during the check), error (retried).',
    labels: ['supplier', 'outcome'],
  });
  const run = async () => {
    for (const { registration, outcome, error } of await checkRegistrations.check()) {
      const { id, accountId, numberId, supplier, failedAttempts } = registration;
      outcomes.inc({ supplier, outcome });
      const fields = { registrationId: id, accountId, numberId, supplier };
      if (outcome === 'revoked') log.warn(fields, 'a supplier revoked a registration');
      if (outcome === 'error')
        log.warn({ err: error, ...fields, failedAttempts }, 'a check of a registration will be retried');
    }
  };
  return { name: 'check-registrations', cron: '*/5 * * * *', run };
}

/** Deletes what suppliers received of erased end users. */
function erasureSchedule(use: Use): Schedule {
  const supplierErasures = use(SupplierErasures);
  const log = use(Log);
  const run = async () => {
    for (const {
      id,
      accountId,
      bundleId,
      supplier,
      status,
      failedAttempts,
      lastError,
    } of await supplierErasures.erase()) {
      const fields = { erasureId: id, accountId, bundleId, supplier, failedAttempts, error: lastError };
      if (status === 'failed') log.error(fields, 'an erasure at a supplier failed for good');
      else log.warn(fields, 'an erasure at a supplier will be retried');
    }
  };
  return { name: 'erase-at-suppliers', cron: '* * * * *', run };
}

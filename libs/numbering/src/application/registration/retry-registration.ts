import { type Clock, CommonErrors, type Transactor } from '@trunkline/kernel';
import { type Registration, reopen } from '../../domain/registration/registration';
import type { OperatorAudit } from '../ports';
import type { RegistrationRepository } from './ports';

/** The registrations of numbers with suppliers, for operators. See docs/numbers.md#registration. */
export class RetryRegistration {
  constructor(
    private readonly tx: Transactor,
    private readonly registrations: RegistrationRepository,
    private readonly audit: OperatorAudit,
    private readonly clock: Clock,
  ) {}

  /** Starts a failed, rejected or revoked registration again. Throws `not_found`, `invalid_state`. */
  retry(id: string, operator: string): Promise<Registration> {
    return this.tx.run(async () => {
      const registration = await this.registrations.lock(id);
      const { status, accountId } = registration;
      if (status !== 'failed' && status !== 'rejected' && status !== 'revoked') {
        throw CommonErrors.invalid_state({
          message: `The registration is ${status}. Only a failed, rejected or revoked one can be retried.`,
        });
      }
      const retried = reopen(registration, this.clock.now());
      await this.registrations.save(retried);
      const entry = { action: 'registration.retry', before: { status }, after: { status: 'open' } } as const;
      await this.audit.record({ ...entry, actor: operator, subject: id, accountId });
      return retried;
    });
  }
}

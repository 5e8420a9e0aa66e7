import { addDays, addSeconds, type Clock, collectingErrors, CommonErrors, DomainError } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type { OperatePorts } from '../application/porting/operate-ports';
import type { AutomaticPorts } from '../application/porting/ports';
import type { PortTransition } from '../domain/porting/port-request';

const MINUTE_SECONDS = 60;
/** From the submission to the losing carrier. */
const SENT_MINUTES = 1;
/** From the submission to its answer. */
const ANSWER_MINUTES = 10;
/** From the submission to the date that it confirms, unless a later one was requested. */
const FOC_DAYS = 1;
const REQUESTS_MAX = 100;
const INVALID_STATE = CommonErrors.invalid_state().code;

const REJECTED = '90';
const EXCEPTION = '91';
const CONFIRMED = '92';

interface SimulatedPort {
  readonly id: string;
  readonly status: 'submitted' | 'in_process';
  readonly submittedAt: Date;
  readonly requestedFocAt: Date | null;
  readonly submissions: number;
  readonly e164: string;
}

/** Submitted requests whose first number ends with the digits that simulate a losing carrier. */
const SIMULATED = `SELECT r.id, r.status, r.submitted_at AS "submittedAt", r.requested_foc_at AS "requestedFocAt",
    r.submissions, n.e164
  FROM numbering.port_requests r JOIN numbering.port_numbers n ON n.request_id = r.id AND n.position = 0
  WHERE r.submitted_at IS NOT NULL AND r.status IN ('submitted', 'in_process')
    AND right(n.e164, 2) IN ('${REJECTED}', '${EXCEPTION}', '${CONFIRMED}')
  ORDER BY r.submitted_at, r.id LIMIT $1`;

/**
 * Plays the losing carrier by the last two digits of the first number: 90 rejects, 91 finds an exception and confirms what is sent
 * again, 92 confirms and hands over. All others wait for the operator. See docs/porting.md#sandbox.
 */
export class SandboxPorts implements AutomaticPorts {
  constructor(
    private readonly db: Database,
    private readonly operate: OperatePorts,
    private readonly clock: Clock,
  ) {}

  /** A request whose time has passed takes one step after the other, each as at its time. */
  async move(): Promise<void> {
    await collectingErrors('simulated ports failed', async (attempt) => {
      for (const port of await this.db.query<SimulatedPort>(SIMULATED, [REQUESTS_MAX]))
        await attempt(() => this.process(port).catch(ignoreMoved));
    });
  }

  private async process(port: SimulatedPort): Promise<void> {
    const { id, status, submittedAt } = port;
    const now = this.clock.now();
    const isSent = addMinutes(submittedAt, SENT_MINUTES) <= now;
    if (status === 'submitted' && isSent) await this.operate.transitionBySystem(id, { status: 'in_process' });
    if (addMinutes(submittedAt, ANSWER_MINUTES) <= now) await this.operate.transitionBySystem(id, answerTo(port));
  }
}

const addMinutes = (at: Date, minutes: number) => addSeconds(at, minutes * MINUTE_SECONDS);

function answerTo({ e164, submittedAt, requestedFocAt, submissions }: SimulatedPort): PortTransition {
  const message = 'Simulated by the sandbox.';
  if (e164.endsWith(REJECTED)) return { status: 'rejected', exceptionCode: 'number_not_portable', message };
  if (e164.endsWith(EXCEPTION) && submissions === 1) {
    return { status: 'exception', exceptionCode: 'account_number_mismatch', message };
  }
  const earliest = addDays(submittedAt, FOC_DAYS);
  const focAt = requestedFocAt && requestedFocAt > earliest ? requestedFocAt : earliest;
  return { status: 'foc_confirmed', focAt, autoActivate: true };
}

/** An operator has moved the port meanwhile. */
function ignoreMoved(error: unknown): void {
  if (!(error instanceof DomainError && error.code === INVALID_STATE)) throw error;
}

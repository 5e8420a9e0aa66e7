import type { AuthenticateSystem, LoginAnswer, ReportContacts } from '@trunkline/voice-routing';
import { contactReport, loginRequest } from '../schemas/registration-schemas';
import type { SwitchCall, SwitchEndpoint } from './switch-endpoint';
import { SwitchError } from '../switch-error';
import type { SwitchMetrics } from '../switch-metrics';

/** Lets switches check digests and report who is registered. See docs/registration.md. */
export class RegistrationEndpoints {
  constructor(
    private readonly systems: AuthenticateSystem,
    private readonly contacts: ReportContacts,
    private readonly metrics: SwitchMetrics,
    /** How many seconds the test clock is ahead; 0 outside the sandbox. */
    private readonly clockOffset: () => number,
  ) {}

  get endpoints(): readonly (readonly [string, SwitchEndpoint])[] {
    return [
      ['POST /switch/auth', (call) => this.findLogin(call)],
      ['POST /switch/registrations', (call) => this.receiveContacts(call)],
    ];
  }

  private async findLogin({ body }: SwitchCall): Promise<object> {
    const answer = await this.systems.find(loginRequest(body));
    this.metrics.lookedUp(answer.outcome);
    if (answer.outcome !== 'found') throw refusal(answer);
    const { owner, ha1Md5, ha1Sha256 } = answer.login;
    const named = 'trunkId' in owner ? { trunk_id: owner.trunkId } : { webrtc_user_id: owner.webrtcUserId };
    return { ...named, ha1_md5: ha1Md5, ha1_sha256: ha1Sha256 };
  }

  private async receiveContacts({ body }: SwitchCall): Promise<object> {
    const contacts = await this.contacts.report(contactReport(body, this.clockOffset()));
    if (contacts === null) throw new SwitchError(404, 'not_found', 'Unknown user.');
    return { contacts };
  }
}

/** One status for both, so that a switch without support for blocks also rejects a blocked user. */
function refusal(answer: Exclude<LoginAnswer, { readonly outcome: 'found' }>): SwitchError {
  const message =
    answer.outcome === 'blocked'
      ? `Too many failed authentication attempts. The user is blocked from this address for ${answer.seconds} more seconds.`
      : 'Unknown user or realm.';
  return new SwitchError(404, 'not_found', message);
}

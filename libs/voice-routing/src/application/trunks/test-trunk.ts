import { invalidFields } from '@trunkline/kernel';
import { VoiceRoutingErrors } from '../../domain/errors';
import type { SipGateway } from '../../domain/trunks/sip-gateway';
import { assertNotArchived } from '../../domain/trunks/sip-trunk';
import { sipUri, srvServiceOf } from '../../domain/trunks/sip-uri';
import type { CommandResult, SwitchCommands } from '../commands/ports';
import type { SwitchReports } from '../switch-reports';
import type { HostResolver, SipGatewayRepository, SipTrunkRepository } from './ports';

export interface TestRequest {
  readonly accountId: string;
  readonly trunkId: string;
  /** Null tests every gateway. */
  readonly gatewayId: string | null;
}

export interface GatewayTest {
  readonly gatewayId: string;
  readonly ok: boolean;
  readonly sipCode: number | null;
  readonly rttMs: number | null;
  /** For people; null for a success. */
  readonly error: string | null;
}

/** Longer than a switch waits for the response to OPTIONS. */
const WAIT_MS = 6_000;
const NO_RESULT = `The switch has sent no result within ${WAIT_MS / 1000} seconds.`;
const NO_RESPONSE = 'The gateway did not respond. Check its host, port and transport, and that it accepts OPTIONS.';
/** What a switch reports for a peer that has not responded (RFC 3261, section 8.1.3.1). */
const TIMEOUT_CODE = 408;

/** Has a switch send OPTIONS to the gateways of a trunk, disabled ones included. The results count as probes. */
export class TestTrunk {
  constructor(
    private readonly trunks: SipTrunkRepository,
    private readonly gateways: SipGatewayRepository,
    private readonly hosts: HostResolver,
    private readonly commands: SwitchCommands,
    private readonly reports: SwitchReports,
  ) {}

  /**
   * Takes at most about eight seconds, and holds no connection while it waits. Throws `not_found`, `invalid_state` for an
   * archived trunk, `invalid_input` for a gateway of another trunk, `switch_not_connected`.
   */
  async test({ accountId, trunkId, gatewayId }: TestRequest): Promise<GatewayTest[]> {
    assertNotArchived(await this.trunks.get(accountId, trunkId), 'tested');
    const all = await this.gateways.ofTrunk(trunkId);
    const tested = gatewayId === null ? all : all.filter(({ id }) => id === gatewayId);
    if (gatewayId !== null && tested.length === 0)
      throw invalidFields({ gateway_id: 'must be a gateway of this trunk' });
    if (!(await this.commands.isConnected())) throw VoiceRoutingErrors.switch_not_connected();
    return Promise.all(tested.map((gateway) => this.testGateway(gateway)));
  }

  private async testGateway(gateway: SipGateway): Promise<GatewayTest> {
    const check = await this.hosts.check(gateway.host, srvServiceOf(gateway));
    if (!check.isAllowed) return failed(gateway.id, `The host ${check.reason}.`);
    // The checked address, as for calls: a name could resolve to another one a moment later.
    const { port, transport, dnsSrv } = gateway;
    const host = srvServiceOf(gateway) === null ? (check.address ?? gateway.host) : gateway.host;
    const command = { type: 'probe', uri: sipUri({ host, port, transport, dnsSrv }), transport } as const;
    const result = await this.commands.result(await this.commands.send(command), WAIT_MS);
    if (result === null) return failed(gateway.id, NO_RESULT);
    const { ok: isUp, sipCode, rttMs } = result;
    if (wasSent(result))
      await this.reports.gatewayHealth({ gatewayId: gateway.id, isUp, sipCode, rttMs, evidence: 'probe' });
    return { gatewayId: gateway.id, ok: isUp, sipCode, rttMs, error: errorOf(result) };
  }
}

function failed(gatewayId: string, error: string): GatewayTest {
  return { gatewayId, ok: false, sipCode: null, rttMs: null, error };
}

/** A switch that could not send the request says so, which says nothing about the gateway. */
function wasSent({ ok, sipCode, error }: CommandResult): boolean {
  return ok || sipCode !== null || error === null;
}

function errorOf({ ok, sipCode, error }: CommandResult): string | null {
  if (ok) return null;
  if (error !== null) return error;
  const isSilent = sipCode === null || sipCode === TIMEOUT_CODE;
  return isSilent ? NO_RESPONSE : `The gateway responded with SIP ${sipCode}.`;
}

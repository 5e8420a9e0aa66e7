import { unixSecondsOrNull } from '@trunkline/kernel';
import type { CarrierStatus } from '@trunkline/voice-routing';
import { Integer, OneOf, UnixTime } from '../../http';
import { LAST_PROBE_AT, PEER_STATE } from '../../voice-routing/sip-endpoint.dto';

export class CarrierStatusDto {
  @OneOf(PEER_STATE)
  state: string;

  @UnixTime(LAST_PROBE_AT)
  last_probe_at: number | null;

  @Integer({ description: 'SIP status code of the last report.', example: 200, nullable: true })
  last_sip_code: number | null;

  @Integer({ description: 'Round-trip time of the last report, in milliseconds.', example: 12, nullable: true })
  rtt_ms: number | null;

  @UnixTime({ description: 'Time until which the carrier is tried last.', example: null, nullable: true })
  down_until: number | null;

  @Integer({ description: 'Calls in progress that tried this carrier first.', example: 3 })
  active_calls: number;
}

export function toCarrierStatusDto(status: CarrierStatus): CarrierStatusDto {
  return {
    state: status.state,
    last_probe_at: unixSecondsOrNull(status.lastProbeAt),
    last_sip_code: status.lastSipCode,
    rtt_ms: status.rttMs,
    down_until: unixSecondsOrNull(status.downUntil),
    active_calls: status.activeCalls,
  };
}

import { Integer, OneOf, UnixTime } from '../../http';
import { LAST_PROBE_AT, PEER_STATE } from '../../voice-routing/sip-endpoint.dto';

export class CarrierStatusDto {
  @OneOf(PEER_STATE)
  state: string;

  @UnixTime(LAST_PROBE_AT)
  lastProbeAt: Date | null;

  @Integer({ description: 'SIP status code of the last report.', example: 200, nullable: true })
  lastSipCode: number | null;

  @Integer({ description: 'Round-trip time of the last report, in milliseconds.', example: 12, nullable: true })
  rttMs: number | null;

  @UnixTime({ description: 'Time until which the carrier is tried last.', example: null, nullable: true })
  downUntil: Date | null;

  @Integer({ description: 'Calls in progress that tried this carrier first.', example: 3 })
  activeCalls: number;
}

import { Integer, Nested, OneOf, Text, Texts } from '../../http';

const TRANSPORTS = ['udp', 'tcp', 'tls'] as const;

export class SipPortDto {
  @OneOf({ description: 'Transport of SIP.', values: TRANSPORTS, name: 'SwitchTransport' })
  transport: (typeof TRANSPORTS)[number];

  @Integer({ description: 'Port at `sip_domain`.', example: 5060, min: 1, max: 65_535 })
  port: number;
}

/** What a customer's system needs to know about the switch. */
export class TrunkConnectionDto {
  @Text({
    description: 'Host that calls and registrations are sent to, domain of SIP users and realm of their digests.',
    example: 'sip.example.com',
  })
  sipDomain: string;

  @Text({
    description: 'Username for registration; null unless `registration_mode` is `register`.',
    example: 't8f0c2d4b6a1e3957',
    nullable: true,
  })
  sipUsername: string | null;

  @Nested(() => SipPortDto, { description: 'Where the switch accepts SIP.', many: true })
  sipPorts: readonly SipPortDto[];

  @Texts({
    description: 'Addresses and networks from which the switch sends SIP. Empty if the operator has not named them.',
    example: ['192.0.2.16/28'],
  })
  sipNetworks: readonly string[];

  @Texts({
    description: 'Addresses and networks from which the switch sends the sound of calls (RTP). Empty as above.',
    example: ['198.51.100.0/25'],
  })
  rtpNetworks: readonly string[];

  @Text({
    description: 'Ports from and to which the switch sends RTP; null if the operator has not named them.',
    example: '30000-39999',
    nullable: true,
  })
  rtpPorts: string | null;
}

import { Id, Integer, Text, UnixTime } from '../../http';

export class RevealCallerBody {
  @Text({
    description: 'Why the caller is revealed; stored in the audit trail.',
    example: 'Emergency call, control centre Berlin, 28 November 14:02',
    max: 1000,
    lines: true,
  })
  reason: string;
}

export class CallerDto {
  @Id({ description: 'Decision of the call.', prefix: 'rd' })
  decisionId: string;

  @Id({ description: 'Account of the call; null if it belongs to none.', prefix: 'acc', nullable: true })
  accountId: string | null;

  @Text({
    description:
      'Identity as the switch sent it. Null unless the caller withheld it, and a carrier or a trunk asserted it or sent it in From.',
    example: '"Bob" <sip:+493012345@carrier.example>',
    jsonName: 'asserted_identity',
    nullable: true,
  })
  withheldIdentity: string | null;

  @Text({ description: 'Address that the call came from.', example: '203.0.113.9', nullable: true })
  sourceIp: string | null;

  @Integer({ description: 'Port that the call came from.', example: 5060, nullable: true })
  sourcePort: number | null;

  @Text({ description: 'SIP transport of the call.', example: 'udp', nullable: true })
  transport: string | null;

  @UnixTime({ description: 'Time of the decision.' })
  createdAt: Date;
}

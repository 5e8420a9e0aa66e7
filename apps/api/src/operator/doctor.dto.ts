import { FINDING_STATUSES } from '@trunkline/composition';
import { Email, Flag, Nested, OneOf, Text } from '../http';

/** A SIP URI without header fields, or `echo`. */
const CALLED = /^(echo|sips?:[^\s<>"?]+)$/;
const URI_MAX = 255;

export class FindingDto {
  @Text({ description: 'Subject of the check.', example: 'mail' })
  check: string;

  @OneOf({
    description:
      '`fault`: the deployment does not work, or loses money or data. `warning`: it works, but should not stay so.',
    values: FINDING_STATUSES,
    name: 'FindingStatus',
  })
  status: string;

  @Text({ description: 'What was found.', example: 'Mails wait to be sent.', max: 1000 })
  message: string;

  @Text({
    description: 'What to do; null if nothing.',
    example: 'Check that a worker runs.',
    max: 1000,
    nullable: true,
  })
  remedy: string | null;
}

export class DiagnosisDto {
  @Flag({ description: 'Whether there is no fault.' })
  ok: boolean;

  @Nested(() => FindingDto, { description: 'The findings, by subject.', many: true })
  findings: readonly FindingDto[];
}

export class ExamineBody {
  @Email({ description: 'Sends a mail to this address.', example: 'ops@example.com', optional: true })
  mailTo?: string;

  @Text({
    description: 'Calls this SIP URI through a switch, or the echo of the switch with `echo`.',
    example: 'echo',
    max: URI_MAX,
    pattern: CALLED,
    hint: '`echo`, or a SIP URI',
    optional: true,
  })
  callTo?: string;
}

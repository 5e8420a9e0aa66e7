import { Body, Controller, Post } from '@nestjs/common';
import { CommonErrors } from '@trunkline/kernel';
import { BODY_MAX, SandboxInbound } from '@trunkline/messaging';
import { AuditTrail, Settings } from '@trunkline/platform';
import { E164, Endpoint, Integer, Tag, Text } from '../../http';
import { Operator } from '../operator.param';

class InboundSmsBody {
  @E164({ description: 'Number of an account.', example: '+12125550100' })
  to: string;

  @E164({ description: 'The sender.', example: '+12125550123' })
  from: string;

  @Text({ description: 'The text.', example: 'See you at 8.', max: BODY_MAX, lines: true })
  body: string;
}

class InboundSmsDto {
  @E164({ description: 'The number that the message was sent to.', example: '+12125550100' })
  to: string;

  @E164({ description: 'The sender.', example: '+12125550123' })
  from: string;

  @Integer({ description: 'Parts in which the message arrived.', example: 1 })
  segments: number;
}

@Tag('Sandbox')
@Controller('operator/sandbox/inbound-sms')
export class SandboxMessagesController {
  constructor(
    private readonly settings: Settings,
    private readonly inbound: SandboxInbound,
    private readonly audit: AuditTrail,
  ) {}

  @Post()
  @Endpoint({
    id: 'sandbox.receiveMessage',
    summary: 'Receive a text message',
    description:
      'A text message arrives over the carrier of the sandbox, in as many parts as its text takes. A number of no account ' +
      'receives nothing. Returns 404 unless every third party is a sandbox.',
    access: 'operator',
    status: 200,
    answer: InboundSmsDto,
    fails: ['not_found'],
  })
  async receive(@Operator() actor: string, @Body() message: InboundSmsBody): Promise<InboundSmsDto> {
    if (!this.settings.isSandbox) throw CommonErrors.not_found();
    const { to, from } = message;
    const segments = await this.inbound.receive(message);
    await this.audit.record({ actor, action: 'sandbox.inbound_sms', subject: to, after: { segments } });
    return { to, from, segments };
  }
}

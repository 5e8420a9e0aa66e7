import { Body, Controller, Get, Post } from '@nestjs/common';
import { type Principal } from '@trunkline/kernel';
import { WebhookSigning } from '@trunkline/voice-routing';
import { Endpoint, Tag, Text, UnixTime, Who } from '../../http';
import { RotatedSecretDto, RotateSecretDto } from './webhooks.dto';

export class CallWebhooksDto {
  @Text({
    description: 'Beginning of the signing secret; null before its first use.',
    example: 'whsec_MfKQ',
    nullable: true,
  })
  secretPrefix: string | null;

  @UnixTime({ description: 'When the secret was created.', nullable: true })
  createdAt: Date | null;

  @UnixTime({ description: 'Until then the previous secret also signs; null outside of a rotation.', nullable: true })
  previousValidUntil: Date | null;
}

export class RotateCallWebhookSecretDto extends RotateSecretDto {}

/** How routing targets of kind webhook are asked. */
@Tag('Webhooks and events')
@Controller('v1/call-webhooks')
export class CallWebhooksController {
  constructor(private readonly signing: WebhookSigning) {}

  @Get()
  @Endpoint({
    id: 'callWebhooks.get',
    summary: 'Read how call webhooks are signed',
    description:
      'Routing targets of kind `webhook` are asked during a call where it goes. One secret of the account signs the questions, ' +
      'as deliveries are signed.',
    access: 'webhooks:read',
    credentials: ['session', 'key'],
    answer: CallWebhooksDto,
  })
  async get(@Who() { accountId }: Principal): Promise<CallWebhooksDto> {
    const { secretPrefix, createdAt, previousValidUntil } = await this.signing.get(accountId);
    return {
      secretPrefix,
      createdAt,
      previousValidUntil,
    };
  }

  @Post('rotate-secret')
  @Endpoint({
    id: 'callWebhooks.rotateSecret',
    summary: 'Create or rotate the secret of call webhooks',
    description:
      'Returns a new secret. Until `previous_valid_until` each question has two signatures. While they overlap, another ' +
      'rotation returns `rotation_pending`; with `overlap_s` 0, the secret is rotated in any case.',
    access: 'webhooks:write',
    credentials: ['session', 'key'],
    answer: RotatedSecretDto,
    fails: ['rotation_pending'],
  })
  async rotateSecret(
    @Who() { accountId }: Principal,
    @Body() body: RotateCallWebhookSecretDto,
  ): Promise<RotatedSecretDto> {
    return this.signing.rotate(accountId, body.overlapSeconds);
  }
}

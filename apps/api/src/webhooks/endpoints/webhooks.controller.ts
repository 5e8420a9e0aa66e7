import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { EndpointRepository, Endpoints } from '@trunkline/webhooks';
import {
  ListQuery,
  DeletedResourceDto,
  Endpoint,
  IfMatch,
  OperationId,
  pageOfQuery,
  PathId,
  type Precondition,
  Tag,
  Who,
} from '../../http';
import {
  ChangeWebhookDto,
  CreatedWebhookDto,
  CreateWebhookDto,
  ListWebhooksQuery,
  RotatedSecretDto,
  RotateSecretDto,
  WebhookDto,
} from './webhooks.dto';

@Tag('Webhooks and events')
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly repository: EndpointRepository,
  ) {}

  @Get()
  @Endpoint({
    id: 'webhooks.list',
    summary: 'List webhook endpoints',
    description:
      'Returns the endpoints of the account and those of its numbers (`sms_webhook_url`), without their signing secrets.',
    access: 'webhooks:read',
    page: WebhookDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListWebhooksQuery): Promise<Page<WebhookDto>> {
    return this.repository.list(accountId, pageOfQuery(query, 'created_at'));
  }

  @Post()
  @Endpoint({
    id: 'webhooks.create',
    summary: 'Create a webhook endpoint',
    description:
      'Registers a URL that receives events, at most 20 for each account. Every delivery is a POST of the event as JSON, ' +
      'signed with the secret that only this response contains: `X-Svc-Signature: t=<unix>,v1=<hex>`, where `v1` is ' +
      'the HMAC-SHA256 of `<t>.<raw body>`, and the headers of Standard Webhooks. Respond with 2xx within 5 seconds. ' +
      'Otherwise the delivery is retried for 24 hours; 410 disables the endpoint. Events may arrive twice and in any ' +
      'order: the `id` of the event is the same in every delivery.',
    access: 'webhooks:write',
    answer: CreatedWebhookDto,
    fails: ['webhook_limit_reached', 'url_not_allowed', 'conflict'],
    idempotency: 'operation',
  })
  async create(
    @Who() { accountId }: Principal,
    @OperationId() operationId: string,
    @Body() options: CreateWebhookDto,
  ): Promise<CreatedWebhookDto> {
    const { endpoint, signingSecret } = await this.endpoints.create({ accountId, operationId, options });
    return Object.assign({}, endpoint, { signingSecret });
  }

  @Get(':id')
  @Endpoint({
    id: 'webhooks.get',
    summary: 'Read a webhook endpoint',
    description: 'Returns the endpoint without its signing secret, which only its creation and rotation return.',
    access: 'webhooks:read',
    answer: WebhookDto,
  })
  get(@Who() { accountId }: Principal, @PathId() id: string): Promise<WebhookDto> {
    return this.repository.get(accountId, id);
  }

  @Patch(':id')
  @Endpoint({
    id: 'webhooks.update',
    summary: 'Update a webhook endpoint',
    description:
      'Disabling abandons pending deliveries; enabling clears the count of failures. Pending deliveries go to a new URL. The URL ' +
      'and the types of the endpoint of a number cannot be changed here (409 `invalid_state`): update the number.',
    access: 'webhooks:write',
    answer: WebhookDto,
    ifMatch: null,
    fails: ['url_not_allowed', 'invalid_state'],
    idempotency: 'operation',
  })
  update(
    @Who() who: Principal,
    @PathId() id: string,
    @Body() body: ChangeWebhookDto,
    @IfMatch() precondition: Precondition,
  ): Promise<WebhookDto> {
    const assertCurrent = () => precondition.holds([WebhookDto, () => this.get(who, id)]);
    return this.endpoints.update(who.accountId, id, body, assertCurrent);
  }

  @Delete(':id')
  @Endpoint({
    id: 'webhooks.delete',
    summary: 'Delete a webhook endpoint',
    description:
      'Gives up pending deliveries and ends the signing secret. The endpoint of a number is deleted by setting its ' +
      '`sms_webhook_url` to null instead (409 `invalid_state`).',
    access: 'webhooks:write',
    answer: DeletedResourceDto,
    fails: ['invalid_state'],
  })
  async delete(@Who() { accountId }: Principal, @PathId() id: string): Promise<DeletedResourceDto> {
    await this.endpoints.delete(accountId, id);
    return { id, deleted: true };
  }

  @Post(':id/rotate-secret')
  @Endpoint({
    id: 'webhooks.rotateSecret',
    summary: 'Rotate the signing secret',
    description:
      'Until `previous_valid_until` each delivery has two signatures, one for each secret. While they overlap, another ' +
      'rotation returns `rotation_pending`, because receivers may still know only the previous secret. With `overlap_s` 0, ' +
      'the secret is rotated in any case, and all older ones end at once.',
    access: 'webhooks:write',
    answer: RotatedSecretDto,
    fails: ['rotation_pending'],
  })
  async rotateSecret(
    @Who() { accountId }: Principal,
    @PathId() id: string,
    @Body() body: RotateSecretDto,
  ): Promise<RotatedSecretDto> {
    return this.endpoints.rotateSecret(accountId, id, body.overlapSeconds);
  }
}

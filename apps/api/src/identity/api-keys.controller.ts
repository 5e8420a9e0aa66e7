import { Body, Controller, Delete, Get, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiKeyQueries, ApiKeys } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { ListQuery, Endpoint, pageOfQuery, PathId, Who, Tag } from '../http';
import {
  ApiKeySummaryDto,
  ChangeApiKeyBody,
  CreateApiKeyBody,
  CreatedApiKeyDto,
  ListApiKeysQuery,
  RotateApiKeyBody,
} from './api-keys.dto';
import { ReauthenticationGuard } from './sessions/reauthentication.guard';

@Tag('API keys')
@Controller('v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeys,
    private readonly queries: ApiKeyQueries,
  ) {}

  @Post()
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'apiKeys.create',
    summary: 'Create an API key',
    description:
      'Only this response contains the secret `key`. The key acts for its creator in this account until their membership ends.',
    access: 'api_keys:write',
    credentials: ['session'],
    recentSignIn: true,
    answer: CreatedApiKeyDto,
    fails: ['api_key_limit_reached', 'login_locked'],
  })
  async create(@Who() who: Principal, @Body() body: CreateApiKeyBody): Promise<CreatedApiKeyDto> {
    const { apiKey, key } = await this.keys.create(who, body);
    return Object.assign({}, apiKey, { key });
  }

  @Get()
  @Endpoint({
    id: 'apiKeys.list',
    summary: 'List API keys',
    description: 'Newest first.',
    access: 'account:read',
    credentials: ['session', 'key'],
    page: ApiKeySummaryDto,
  })
  list(@Who() who: Principal, @ListQuery() query: ListApiKeysQuery) {
    const filter = { accountId: who.accountId, status: query.status ?? null };
    return this.queries.list(filter, pageOfQuery(query, 'created_at'));
  }

  @Get(':id')
  @Endpoint({
    id: 'apiKeys.get',
    summary: 'Read an API key',
    description: 'Returns the key without its secret, which only the response that created it contains.',
    access: 'account:read',
    credentials: ['session', 'key'],
    answer: ApiKeySummaryDto,
  })
  async get(@Who() who: Principal, @PathId() id: string): Promise<ApiKeySummaryDto> {
    return this.queries.get(who.accountId, id);
  }

  @Patch(':id')
  @Endpoint({
    id: 'apiKeys.update',
    summary: 'Update an API key',
    description:
      'Renames the key or shortens its expiry, which can never be extended. A revoked key is 409 `invalid_state`.',
    access: 'api_keys:write',
    answer: ApiKeySummaryDto,
    ifMatch: 'get',
    fails: ['invalid_state'],
  })
  async change(@Who() who: Principal, @PathId() id: string, @Body() body: ChangeApiKeyBody): Promise<ApiKeySummaryDto> {
    return this.keys.change(who.accountId, id, body);
  }

  @Post(':id/rotate')
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'apiKeys.rotate',
    summary: 'Rotate an API key',
    description:
      'Creates a key with the same name, scopes, networks and expiry, which acts for the caller. The old key works for another `grace_s` seconds. A session that signed in within 15 minutes or sends `password` can rotate any key of the account; a key can rotate itself.',
    access: 'api_keys:write',
    answer: CreatedApiKeyDto,
    fails: ['invalid_state', 'api_key_limit_reached', 'reauthentication_required', 'login_locked'],
  })
  async rotate(@Who() who: Principal, @PathId() id: string, @Body() body: RotateApiKeyBody): Promise<CreatedApiKeyDto> {
    const { apiKey, key } = await this.keys.rotate(who, id, body.graceSeconds);
    return Object.assign({}, apiKey, { key });
  }

  @Delete(':id')
  @Endpoint({
    id: 'apiKeys.revoke',
    summary: 'Revoke an API key',
    description: 'Takes effect with the next request. Idempotent. Allowed in suspended and `pending_closure` accounts.',
    access: 'api_keys:write',
    allowed: { suspended: true, pendingClosure: true },
    answer: ApiKeySummaryDto,
  })
  async revoke(@Who() who: Principal, @PathId() id: string): Promise<ApiKeySummaryDto> {
    return this.keys.revoke(who.accountId, id);
  }
}

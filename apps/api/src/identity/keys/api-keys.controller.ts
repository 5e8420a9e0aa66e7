import { Body, Controller, Delete, Get, Patch, Post, Query, UseGuards } from '@nestjs/common';
import { ApiKeys } from '@trunkline/identity';
import { fromUnixSeconds, type Principal } from '@trunkline/kernel';
import { Cursors, Endpoint, IfMatch, pageOfDto, PathId, type Precondition, Who, Tag } from '../../http';
import {
  ApiKeySummaryDto,
  ChangeApiKeyBody,
  CreateApiKeyBody,
  CreatedApiKeyDto,
  ListApiKeysQuery,
  RotateApiKeyBody,
  toApiKeySummaryDto,
  toCreatedApiKeyDto,
} from './api-keys.dto';
import { ReauthenticationGuard } from '../sessions/reauthentication.guard';

@Tag('API keys')
@Controller('v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeys,
    private readonly cursors: Cursors,
  ) {}

  @Post()
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'apiKeys.create',
    summary: 'Make an API key',
    description:
      'The key itself is in this answer and nowhere else. It acts for the user who made it, in this account, until that membership ends.',
    access: 'api_keys:write',
    credentials: ['session'],
    recentSignIn: true,
    answer: CreatedApiKeyDto,
    fails: ['api_key_limit_reached', 'login_locked'],
  })
  async create(@Who() who: Principal, @Body() body: CreateApiKeyBody): Promise<CreatedApiKeyDto> {
    const issued = await this.keys.create(who, {
      name: body.name,
      scopes: body.scopes ?? ['*'],
      allowedCidrs: body.allowed_cidrs ?? [],
      expiresAt: timeOf(body.expires_at),
    });
    return toCreatedApiKeyDto(issued);
  }

  @Get()
  @Endpoint({
    id: 'apiKeys.list',
    summary: 'List API keys',
    description: 'Newest first.',
    access: 'api_keys:read',
    answer: pageOfDto(ApiKeySummaryDto),
  })
  list(@Who() who: Principal, @Query() query: ListApiKeysQuery) {
    return this.cursors.page(
      { query, accountId: who.accountId, sort: 'created_at' },
      (page) => this.keys.list(who.accountId, query.status ?? null, page),
      toApiKeySummaryDto,
    );
  }

  @Get(':id')
  @Endpoint({ id: 'apiKeys.get', summary: 'Read an API key', access: 'api_keys:read', answer: ApiKeySummaryDto })
  async get(@Who() who: Principal, @PathId() id: string): Promise<ApiKeySummaryDto> {
    return toApiKeySummaryDto(await this.keys.get(who.accountId, id));
  }

  @Patch(':id')
  @Endpoint({
    id: 'apiKeys.update',
    summary: 'Rename an API key, or let it end sooner',
    access: 'api_keys:write',
    answer: ApiKeySummaryDto,
    fails: ['invalid_state'],
  })
  async change(
    @Who() who: Principal,
    @PathId() id: string,
    @Body() body: ChangeApiKeyBody,
    @IfMatch() precondition: Precondition,
  ): Promise<ApiKeySummaryDto> {
    await precondition.holds(() => this.get(who, id));
    const expiresAt = timeOf(body.expires_at) ?? undefined;
    return toApiKeySummaryDto(await this.keys.change(who.accountId, id, { name: body.name, expiresAt }));
  }

  @Post(':id/rotate')
  @UseGuards(ReauthenticationGuard)
  @Endpoint({
    id: 'apiKeys.rotate',
    summary: 'Replace an API key',
    description:
      'Makes a key with the same name, scopes, networks and end, which acts for whoever rotates; the old one goes on working for `grace_s` seconds. A session may rotate every key of the account when it signed in within 15 minutes or sends `password`; a key may rotate itself.',
    access: 'api_keys:write',
    answer: CreatedApiKeyDto,
    fails: ['invalid_state', 'api_key_limit_reached', 'reauthentication_required', 'login_locked'],
  })
  async rotate(@Who() who: Principal, @PathId() id: string, @Body() body: RotateApiKeyBody): Promise<CreatedApiKeyDto> {
    return toCreatedApiKeyDto(await this.keys.rotate(who, id, body.grace_s));
  }

  @Delete(':id')
  @Endpoint({
    id: 'apiKeys.revoke',
    summary: 'Revoke an API key',
    description:
      'Takes effect with the next request. Revoking it again changes nothing. Allowed in suspended and pending_closure accounts.',
    access: 'api_keys:write',
    allowed: { suspended: true, pendingClosure: true },
    answer: ApiKeySummaryDto,
  })
  async revoke(@Who() who: Principal, @PathId() id: string): Promise<ApiKeySummaryDto> {
    return toApiKeySummaryDto(await this.keys.revoke(who.accountId, id));
  }
}

function timeOf(unix: number | null | undefined): Date | null {
  return unix === null || unix === undefined ? null : fromUnixSeconds(unix);
}

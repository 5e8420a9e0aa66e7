import { Controller, Get } from '@nestjs/common';
import { SigningKeys } from '@trunkline/identity';
import { Endpoint, Tag } from '../http';
import { JwksDto, toJwksDto } from './jwks.dto';

/** How long clients may cache a retired key. An unknown `kid` makes clients fetch a new key at once. */
const CACHE_SECONDS = 300;

@Tag('OAuth')
@Controller('.well-known')
export class JwksController {
  constructor(private readonly keys: SigningKeys) {}

  @Get('jwks.json')
  @Endpoint({
    id: 'oauth.keys.list',
    summary: 'List the signing keys of access tokens',
    description:
      'Returns a JSON Web Key Set (RFC 7517) without envelope. Fetch it again if a token has an unknown `kid`.',
    access: 'public',
    answer: JwksDto,
    plain: true,
    cacheSeconds: CACHE_SECONDS,
  })
  async jwks(): Promise<JwksDto> {
    return toJwksDto(await this.keys.publicJwks());
  }
}

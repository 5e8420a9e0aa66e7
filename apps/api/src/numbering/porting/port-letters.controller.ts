import { Readable } from 'node:stream';
import { Controller, Get, Query } from '@nestjs/common';
import { readerOf } from '@trunkline/compliance';
import { may, type Principal } from '@trunkline/kernel';
import { LettersOfAuthorization } from '@trunkline/numbering';
import { Download, Endpoint, PathId, Tag, Who } from '../../http';
import { LetterQuery } from './port-letters.dto';

const PDF = 'application/pdf';

@Tag('Porting')
@Controller('v1/porting/requests/:id/loa')
export class PortLettersController {
  constructor(private readonly letters: LettersOfAuthorization) {}

  @Get()
  @Endpoint({
    id: 'porting.loa.download',
    summary: 'Download the letter of authorization',
    description:
      'Returns the letter to the losing carrier as PDF, filled in with what the request says, to be signed and uploaded. It names ' +
      'the end user of the request, which needs `compliance:read`, or without one the account with its billing details. The PIN ' +
      'is not in it.',
    access: 'numbers:read',
    file: PDF,
  })
  async download(@Who() who: Principal, @PathId() id: string, @Query() query: LetterQuery): Promise<Download> {
    const content = await this.letters.print(who.accountId, id, {
      language: query.language ?? null,
      reader: readerOf(who),
      mayReadEndUsers: may(who, 'compliance:read'),
    });
    return new Download(PDF, { fileName: `letter-${id}.pdf`, content: Readable.from([content]) });
  }
}

import { Controller, Get } from '@nestjs/common';
import { CONTENT_TYPES, ReviewFiles } from '@trunkline/compliance';
import { toDownload } from '../../compliance/documents/documents.dto';
import { type Download, Endpoint, PathId, Tag } from '../../http';
import { Operator } from '../operator.param';

@Tag('Compliance review')
@Controller('operator/compliance/documents')
export class ReviewedDocumentsController {
  constructor(private readonly files: ReviewFiles) {}

  @Get(':id/content')
  @Endpoint({
    id: 'compliance.documents.download',
    summary: 'Download a document',
    description: 'Recorded in the access log of the account, and audited as `document.read_content`.',
    access: 'operator',
    file: CONTENT_TYPES,
  })
  async download(@Operator() operator: string, @PathId() id: string): Promise<Download> {
    return toDownload(await this.files.content(operator, id));
  }
}

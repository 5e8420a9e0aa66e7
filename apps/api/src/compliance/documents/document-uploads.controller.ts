import { Body, Controller, Post, UseInterceptors } from '@nestjs/common';
import { AddDocument } from '@trunkline/compliance';
import { invalidFields, type Principal } from '@trunkline/kernel';
import { Endpoint, OperationId, Tag, Who } from '../../http';
import { DocumentDto, UploadDocumentDto, UploadFormDto } from './documents.dto';
import { type Upload, UploadInterceptor, UploadParam } from './upload.interceptor';

@Tag('Documents')
@Controller('v1/compliance/documents')
@UseInterceptors(UploadInterceptor)
export class DocumentUploadsController {
  constructor(private readonly addDocument: AddDocument) {}

  @Post()
  @Endpoint({
    id: 'compliance.documents.create',
    summary: 'Upload a document',
    description:
      'A PDF, JPEG or PNG file of at most 2 MB, as a form (`file`) or as JSON (`content_base64`). The type is determined by ' +
      'the content; another declared type returns 415. Damaged files, PDFs that need a password, and PDFs with scripts, links ' +
      'to files or attachments other than XML return 422 `document_unreadable`, whose message names the cause. Padding and ' +
      'the trailers of cameras behind the end are cut off. The content is encrypted at rest.',
    access: 'compliance:write',
    answer: DocumentDto,
    form: UploadFormDto,
    fails: [
      'conflict',
      'document_too_large',
      'unsupported_media_type',
      'document_unreadable',
      'document_infected',
      'unavailable',
    ],
    idempotency: 'operation',
  })
  async create(
    @Who() { accountId }: Principal,
    @OperationId() operationId: string,
    @UploadParam() upload: Upload | null,
    @Body() body: UploadDocumentDto,
  ): Promise<DocumentDto> {
    if (!upload) throw invalidFields({ file: 'is required, or content_base64 in JSON' });
    return this.addDocument.add({
      accountId,
      operationId,
      file: upload.file,
      fileName: upload.fileName,
      declaredType: upload.declaredType,
      stripsMetadata: body.stripMetadata ?? false,
      docType: body.docType,
      endUserId: body.endUserId ?? null,
      issuedAt: body.issuedAt ?? null,
      expiresAt: body.expiresAt ?? null,
      notes: body.notes ?? null,
    });
  }
}

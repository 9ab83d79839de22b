import { assertEquals } from "@std/assert";
import { fileIndex, imports } from "../../../lib/codebase/imports/imports.ts";
import { resolveImports } from "../../../lib/codebase/imports/resolve_imports.ts";
import type { Language } from "../../../lib/codebase/files/languages.ts";

interface Sample {
  language: Language;
  from: string;
  source: string;
  /** What the source imports as it says so, and the file that is meant: "" where that is not in the repository. */
  means: Record<string, string>;
  /** Other files of the repository. */
  others?: string[];
}

const SAMPLES: Sample[] = [
  {
    language: "typescript",
    from: "src/a/main.ts",
    source:
      'import a, { b } from "./b.js";\nexport * from \'../c\'\nconst e = require("express");\nimport {\n  x,\n} from "@/lib/y";\nawait import("./z/");\nimport core from "@acme/core";\n',
    means: {
      "./b.js": "src/a/b.ts",
      "../c": "src/c/index.vue",
      "express": "",
      "@/lib/y": "src/lib/y.ts",
      "./z/": "src/a/z/index.js",
      "@acme/core": "packages/core/src/index.ts",
    },
  },
  {
    language: "python",
    from: "app/web/urls.py",
    source:
      "import os, a.b as c\nfrom . import views\nfrom ..models import (User,  # the user\n    post as p,\n)\nfrom .x import *\nfrom django.db import models\n",
    means: {
      "os": "",
      "a.b": "a/b.py",
      ".views": "app/web/views.py",
      "..models.User": "app/models/__init__.py",
      "..models.post": "app/models/post.py",
      ".x": "app/web/x.py",
      "django.db.models": "django/db/models/__init__.py",
    },
  },
  {
    language: "go",
    from: "cmd/main.go",
    source:
      'package main\n\nimport (\n\t"fmt"\n\t"net/http"\n\tcfg "github.com/acme/shop/internal/config"\n)\nimport "github.com/acme/shop/v2/store"\n\nvar text = "not/an/import"\n',
    means: {
      "fmt": "",
      "net/http": "",
      "github.com/acme/shop/internal/config": "internal/config/config.go",
      "github.com/acme/shop/v2/store": "store/store.go",
    },
    others: ["internal/config/config_test.go", "http/http.go"],
  },
  {
    language: "rust",
    from: "src/net/mod.rs",
    source:
      "mod tcp;\npub use crate::config::{\n    Config,\n    parse::{self, Parser as P},\n};\nuse super::errors;\nuse shop_core::price::Price;\nuse std::io;\n",
    means: {
      "mod tcp": "src/net/tcp.rs",
      "crate::config::Config": "src/config.rs",
      "crate::config::parse": "src/config/parse.rs",
      "crate::config::parse::Parser": "src/config/parse.rs",
      "super::errors": "src/errors.rs",
      "shop_core::price::Price": "crates/shop-core/src/price.rs",
      "std::io": "",
    },
    others: ["src/lib.rs", "crates/shop-core/src/lib.rs"],
  },
  {
    language: "java",
    from: "app/Main.java",
    source: "import static org.acme.Money.of;\nimport org.acme.shop.Cart;\nimport java.util.*;\n",
    means: {
      "org.acme.Money.of": "src/main/java/org/acme/Money.java",
      "org.acme.shop.Cart": "src/main/java/org/acme/shop/Cart.java",
      "java.util.*": "",
    },
  },
  {
    language: "csharp",
    from: "src/Program.cs",
    source: "using System;\nusing Acme.Shop.Services;\n",
    means: { "System": "", "Acme.Shop.Services": "Shop/Services/Cart.cs" },
  },
  {
    language: "c",
    from: "src/main.c",
    source: '#include "shop/cart.h"\n#include <stdio.h>\n#  include "local.h"\n',
    means: { "shop/cart.h": "include/shop/cart.h", "stdio.h": "", "local.h": "src/local.h" },
    others: ["other/local.h"],
  },
  {
    language: "ruby",
    from: "lib/shop/cart.rb",
    source: "require 'json'\nrequire_relative '../money'\nrequire 'shop/item'\n",
    means: { "json": "", "./../money": "lib/money.rb", "shop/item": "lib/shop/item.rb" },
  },
  {
    language: "php",
    from: "src/main.php",
    source: "<?php\nuse App\\Models\\{User, Post};\nrequire __DIR__ . '/boot.php';\n",
    means: {
      "App\\Models\\User": "src/Models/User.php",
      "App\\Models\\Post": "app/Models/Post.php",
      "/boot.php": "src/boot.php",
    },
  },
];

for (const { language, from, source, means, others = [] } of SAMPLES) {
  Deno.test(`imports of ${language} are read as written and resolved to files`, () => {
    const specifiers = Object.keys(means);
    const resolved = [...new Set(Object.values(means).filter((path) => path !== ""))];
    assertEquals(imports(source, language), specifiers);
    assertEquals(
      resolveImports(specifiers, from, language, fileIndex([...resolved, ...others, from])),
      resolved,
    );
  });
}

Deno.test("a file does not import itself, and what is not in the repository is left out", () => {
  const specifiers = ["./a", "./missing", "react", "../../../../../etc/passwd"];
  assertEquals(resolveImports(specifiers, "src/a.ts", "typescript", fileIndex(["src/a.ts"])), []);
});

Deno.test("a name that fits too many files means none of them", () => {
  const headers = Array.from({ length: 13 }, (_, at) => `mod${at}/util.h`);
  assertEquals(resolveImports(["util.h"], "src/main.c", "c", fileIndex(headers)), []);
  const two = headers.slice(0, 2);
  assertEquals(resolveImports(["util.h"], "src/main.c", "c", fileIndex(two)), two);
});

# SPDX-License-Identifier: MIT

objects-model: ## Object pools: 10^8 random calls against a model, no stale handle resolves
	@tests/pool/objects/model/long

.PHONY: objects-model
